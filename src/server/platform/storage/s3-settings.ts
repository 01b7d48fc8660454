export interface S3Settings {
  accessKeyId: string
  secretAccessKey: string
  /** With the bucket, in its path or its host name. */
  endpoint: string
  region: string
  /** Before every name: empty, or ending with a slash. */
  prefix: string
  /** As admins read it, without the keys. */
  label: string
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/**
 * `s3://KEY:SECRET@HOST/BUCKET/FOLDER?region=REGION&path-style=on&tls=off`, where the folder and what follows it may be
 * left out. In KEY and SECRET a slash is %2F and a percent sign %25. Null when it is something else.
 */
export function parseS3Url(value: string): S3Settings | null {
  if (!URL.canParse(value)) return null
  const url = new URL(value)
  const { protocol, host, pathname, searchParams } = url
  const [accessKeyId, secretAccessKey] = [decode(url.username), decode(url.password)]
  const [, bucket = '', ...folders] = pathname.split('/')
  const options = [...searchParams.keys()]
  if (protocol !== 's3:' || !accessKeyId || !secretAccessKey || !host || !BUCKET.test(bucket)) return null
  if (options.some((name) => !['region', 'path-style', 'tls'].includes(name))) return null
  const scheme = searchParams.get('tls') === 'off' ? 'http' : 'https'
  const isPathStyle = searchParams.get('path-style') !== 'off'
  const folder = folders.filter(Boolean).join('/')
  return {
    accessKeyId,
    secretAccessKey,
    endpoint: isPathStyle ? `${scheme}://${host}/${bucket}` : `${scheme}://${bucket}.${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    prefix: folder && `${folder}/`,
    label: `s3://${host}/${bucket}${folder && `/${folder}`}`,
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
