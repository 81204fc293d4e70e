/**
 * Fills `{name}` in a declared path.
 *
 * @example fillPath('/drive/v1/files/{id}', { id: 'a b' }) // '/drive/v1/files/a%20b'
 */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name])),
  )
}

/** A query string with its question mark; values that are absent are left out. */
export function toQueryString(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text && `?${text}`
}

/** A path is combined with an origin; a full URL is used as it is. */
export function toUrl(origin: string, path: string): string {
  return path.startsWith('/') ? origin.replace(/\/+$/, '') + path : path
}
