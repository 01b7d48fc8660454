/** A site whose pages a lesson may show, and how its shared links become the address for a frame. */
interface EmbedSite {
  name: string
  host: RegExp
  /** Null for a page of the site that is not meant for a frame. */
  toFrameUrl: (url: URL) => string | null
}

/** The first group of the path goes into the frame's address. */
const byPath = (path: RegExp, toUrl: (id: string, url: URL) => string) => (url: URL) => {
  const id = path.exec(url.pathname)?.[1]
  return id === undefined ? null : toUrl(id, url)
}
const withParam = (url: URL, name: string, value: string) => {
  const copy = new URL(url)
  copy.searchParams.set(name, value)
  return copy.href
}

const SITES: EmbedSite[] = [
  {
    name: 'CodePen',
    host: /^codepen\.io$/,
    toFrameUrl: (url) => {
      const [, user, id] = /^\/([\w-]+)\/(?:pen|full|details|embed)\/(\w+)/.exec(url.pathname) ?? []
      return user && id ? `https://codepen.io/${user}/embed/${id}?default-tab=result` : null
    },
  },
  {
    name: 'CodeSandbox',
    host: /^codesandbox\.io$/,
    toFrameUrl: byPath(/^\/(?:s|embed|p\/sandbox|p\/devbox)\/([\w-]+)/, (id) => `https://codesandbox.io/embed/${id}`),
  },
  {
    name: 'StackBlitz',
    host: /^stackblitz\.com$/,
    toFrameUrl: (url) => (/^\/(edit|github)\/./.test(url.pathname) ? withParam(url, 'embed', '1') : null),
  },
  {
    name: 'Observable',
    host: /^observablehq\.com$/,
    toFrameUrl: byPath(
      /^\/(?:embed\/)?(@[\w-]+\/[\w-]+|d\/\w+)/,
      (id, { search }) => `https://observablehq.com/embed/${id}${search}`,
    ),
  },
  {
    name: 'GeoGebra',
    host: /^(www\.)?geogebra\.org$/,
    toFrameUrl: byPath(
      /^\/(?:m|material\/(?:show|iframe)\/id)\/(\w+)/,
      (id) => `https://www.geogebra.org/material/iframe/id/${id}`,
    ),
  },
  {
    name: 'Desmos',
    host: /^(www\.)?desmos\.com$/,
    toFrameUrl: byPath(/^\/((?:calculator|3d|geometry)\/\w+)/, (id) => `https://www.desmos.com/${id}?embed`),
  },
  {
    name: 'Figma',
    host: /^(www|embed)\.figma\.com$/,
    toFrameUrl: byPath(
      /^\/((?:file|design|proto|board|slides|deck)\/\w+.*)/,
      (id, { search }) => `https://embed.figma.com/${id}${search}${search ? '&' : '?'}embed-host=learn-lantern`,
    ),
  },
  {
    name: 'Google Docs, Sheets, Slides and Forms',
    host: /^docs\.google\.com$/,
    toFrameUrl: (url) => {
      const [, kind, id] = /^\/(document|spreadsheets|presentation|forms)\/d\/((?:e\/)?[\w-]+)/.exec(url.pathname) ?? []
      if (!kind || !id) return null
      const base = `https://docs.google.com/${kind}/d/${id}`
      if (kind === 'forms') return `${base}/viewform?embedded=true`
      if (kind === 'presentation') return `${base}/embed`
      return id.startsWith('e/') ? `${base}/pub${kind === 'document' ? '' : 'html'}?embedded=true` : `${base}/preview`
    },
  },
  {
    name: 'Loom',
    host: /^(www\.)?loom\.com$/,
    toFrameUrl: byPath(/^\/(?:share|embed)\/(\w+)/, (id) => `https://www.loom.com/embed/${id}`),
  },
  {
    name: 'Spotify',
    host: /^open\.spotify\.com$/,
    toFrameUrl: byPath(
      /^\/(?:intl-\w+\/)?(?:embed\/)?((?:track|album|playlist|artist|show|episode)\/\w+)/,
      (id) => `https://open.spotify.com/embed/${id}`,
    ),
  },
  {
    name: 'SoundCloud',
    host: /^((www|m)\.)?soundcloud\.com$/,
    toFrameUrl: byPath(
      /^(\/[\w-]+\/[\w-]+.*)/,
      (path) => `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com${path}`)}`,
    ),
  },
]

/** The sites that embeds can show. */
export const EMBED_SITES = SITES.map(({ name }) => name)

/** The address to show in a frame; null when the link is not one of these sites'. */
export function toEmbedUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  const site = isPlain ? SITES.find(({ host }) => host.test(url.hostname)) : undefined
  return site?.toFrameUrl(url) ?? null
}
