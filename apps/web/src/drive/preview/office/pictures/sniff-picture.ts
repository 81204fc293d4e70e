const marks: readonly [type: string, bytes: readonly (number | undefined)[]][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/bmp', [0x42, 0x4d]],
  [
    'image/webp',
    [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
  ],
]

/** A picture that every browser shows, by its first bytes: what it calls itself may be a page with scripts. */
export function toPicture(bytes: Uint8Array<ArrayBuffer>): Blob | undefined {
  const type = marks.find(([, mark]) =>
    mark.every((byte, index) => byte === undefined || bytes[index] === byte),
  )?.[0]
  return type === undefined ? undefined : new Blob([bytes], { type })
}
