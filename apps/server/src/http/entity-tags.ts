// RFC 9110, 8.8.3: lists of entity tags, as If-Match and If-None-Match carry them.

/** For If-Match: a weak tag does not say that it is the very same. */
export function listsStrongly(header: string, etag: string): boolean {
  return header.trim() === '*' || tagsOf(header).includes(etag)
}

export function listsWeakly(header: string, etag: string): boolean {
  return header.trim() === '*' || tagsOf(header).some((tag) => tag.replace(/^W\//, '') === etag)
}

function tagsOf(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? []
}
