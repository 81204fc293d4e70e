export interface DownloadOptions {
  /** First and last byte, both included, as in HTTP; without an end, to the end. */
  range?: { start: number; end?: number | undefined } | undefined
  signal?: AbortSignal | undefined
}

/** How content is asked for, whatever it is the content of. */
export function contentRequest({ range, signal }: DownloadOptions) {
  return {
    auth: true,
    signal,
    ...(range ? { headers: { range: `bytes=${range.start}-${range.end ?? ''}` } } : {}),
  }
}
