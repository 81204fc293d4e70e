import type { DriveHost } from './drive-host.ts'

/**
 * Whether bytes that are damaged on their way to the server are noticed without a hash of ours: TLS checks
 * every record, and what goes to the same machine passes no wire. With several origins, whichever is
 * asked next.
 */
export function isGuardedWay({ origins }: Pick<DriveHost, 'origins'>): boolean {
  return origins.every((origin) =>
    origin === OWN ? isGuardedPage() : isTls(origin) || isThisMachine(origin),
  )
}

/** The page's own. */
const OWN = ''

/** Browsers call a page secure that came over TLS or from the same machine. */
function isGuardedPage(): boolean {
  return (globalThis as { isSecureContext?: boolean }).isSecureContext !== false
}

function isTls(origin: string): boolean {
  return new URL(origin).protocol === 'https:'
}

function isThisMachine(origin: string): boolean {
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname)
}
