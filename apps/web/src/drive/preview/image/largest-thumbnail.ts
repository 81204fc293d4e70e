/** The small picture that is large enough for a whole screen. */
export function largest(thumbnailLink: string): string {
  return `${thumbnailLink}?size=1600`
}
