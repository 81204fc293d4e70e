/** Addresses that begin with one segment and belong to the server: no page of the web app is there. */
interface ApiPath {
  /** The first segment, as a whole: `/drive` and `/drive/v1/files`, not `/drives`. */
  segment: string
  /** Whether pages of allowed origins may call it (CORS). */
  isShared: boolean
  /** What a person's browser is only sent through: shared with no page. */
  exceptUnder?: readonly string[]
}

const apiPaths: readonly ApiPath[] = [
  { segment: 'v1', isShared: true },
  { segment: 'drive', isShared: true },
  { segment: 'dav', isShared: false },
  { segment: 'remote.php', isShared: false },
  { segment: 'status.php', isShared: false },
  { segment: 'index.php', isShared: false },
  { segment: 'ocs', isShared: false },
  { segment: 'push', isShared: false },
  { segment: 'risk', isShared: true },
  { segment: 'oauth2', isShared: true, exceptUnder: ['authorize', 'end_session'] },
  { segment: '.well-known', isShared: true },
  { segment: 'health', isShared: true },
  { segment: 'openapi.json', isShared: true },
  { segment: 'docs', isShared: false },
  { segment: 'metrics', isShared: false },
  { segment: 'dev', isShared: false },
]

/** The page of a link: the token in its path opens what the link leads to. */
export const LINK_PAGE = '/s/{token}'

/** Pages of the web app that have a secret in their path, which no log may have. */
export const secretPagePaths = [LINK_PAGE] as const

/** Of a segment: the next one, the query, or nothing more. */
const END = '(?:[/?]|$)'

/** The source of a regular expression, for programs that get it as text. */
export const apiPathPattern = beginsWith(apiPaths.map(({ segment }) => literal(segment)))

/** Whether a path, with or without its query, belongs to the API and not to the web app. */
export function isApiPath(path: string): boolean {
  return API_PATH.test(path)
}

/** Whether a page of an allowed origin may call it. */
export function isSharedApiPath(path: string): boolean {
  return SHARED_PATH.test(path)
}

const API_PATH = new RegExp(apiPathPattern)
const SHARED_PATH = new RegExp(
  beginsWith(
    apiPaths
      .filter(({ isShared }) => isShared)
      .map(({ segment, exceptUnder = [] }) =>
        exceptUnder.length === 0
          ? literal(segment)
          : `${literal(segment)}(?!/(?:${exceptUnder.map(literal).join('|')})${END})`,
      ),
  ),
)

function beginsWith(segments: readonly string[]): string {
  return `^/(?:${segments.join('|')})${END}`
}

function literal(segment: string): string {
  return segment.replaceAll('.', '\\.')
}
