export type LessonSource =
  | { kind: 'file'; url: string }
  | { kind: 'hls'; url: string }
  | { kind: 'youtube'; id: string }
  | { kind: 'vimeo'; id: string; hash: string | null }

const YOUTUBE_HOSTS = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]
const YOUTUBE_ID = /^[\w-]{6,20}$/

export function parseLessonSource(url: string): LessonSource {
  if (!URL.canParse(url)) return { kind: 'file', url }
  const { hostname, pathname, searchParams } = new URL(url)
  const youtubeId = getYoutubeId(hostname, pathname, searchParams)
  if (youtubeId && YOUTUBE_ID.test(youtubeId)) return { kind: 'youtube', id: youtubeId }
  const vimeo = /^(?:player\.)?(?:www\.)?vimeo\.com$/.test(hostname)
    ? /^\/(?:video\/)?(\d+)(?:\/(\w+))?/.exec(pathname)
    : null
  if (vimeo?.[1]) return { kind: 'vimeo', id: vimeo[1], hash: vimeo[2] ?? searchParams.get('h') }
  if (/\.m3u8$/i.test(pathname)) return { kind: 'hls', url }
  return { kind: 'file', url }
}

function getYoutubeId(hostname: string, pathname: string, params: URLSearchParams): string | null {
  if (hostname === 'youtu.be') return pathname.slice(1)
  if (!YOUTUBE_HOSTS.includes(hostname)) return null
  if (pathname === '/watch') return params.get('v')
  return /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(pathname)?.[1] ?? null
}
