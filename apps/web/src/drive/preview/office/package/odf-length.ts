const PER_INCH: Readonly<Record<string, number>> = {
  in: 1,
  cm: 2.54,
  mm: 25.4,
  pt: 72,
  pc: 6,
  px: 96,
}

/** The pixels of `2.54cm`; undefined where it is no length, or one of parts of something. */
export function toPixels(length: string | undefined): number | undefined {
  const match = /^(-?\d{1,7}(?:\.\d{1,9})?)(in|cm|mm|pt|pc|px)$/.exec(length ?? '')
  return match ? (Number(match[1]) / (PER_INCH[match[2] ?? ''] ?? 1)) * 96 : undefined
}
