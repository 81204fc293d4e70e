import type { TiffDirectory, TiffEntry, TiffReader } from './tiff-reader.ts'

/** A part of a file that may be a JPEG. */
export interface Piece {
  at: number
  length: number
}

export interface Surveyed {
  pieces: Piece[]
  /** Of the largest picture, in pixels as it lies. */
  width: number
  height: number
}

/** More than any camera writes; a chain that leads back to itself ends here too. */
const MAX_DIRECTORIES = 32
const MAX_SIDE = 65_535

const TAGS = {
  width: 0x0100,
  height: 0x0101,
  compression: 0x0103,
  stripOffsets: 0x0111,
  stripBytes: 0x0117,
  subDirectories: 0x014a,
  jpegAt: 0x0201,
  jpegBytes: 0x0202,
  photoDirectory: 0x8769,
  makerNote: 0x927c,
  /** Panasonic keeps the whole JPEG as the value of a tag. */
  panasonicJpeg: 0x002e,
}
/** Of a JPEG as it is, in the old way and in the new one. */
const JPEG = new Set([6, 7])

/** All places of a TIFF file where a camera may have put a JPEG. */
export async function findPieces(reader: TiffReader, first: number): Promise<Surveyed> {
  const found: Surveyed = { pieces: [], width: 0, height: 0 }
  const waiting = [first]
  const seen = new Set<number>()
  while (waiting.length > 0 && seen.size < MAX_DIRECTORIES) {
    const at = waiting.shift() ?? 0
    if (at === 0 || seen.has(at)) continue
    seen.add(at)
    const directory = await reader.directoryAt(at)
    if (!directory) continue
    found.pieces.push(...(await piecesOf(reader, directory)))
    await measure(reader, directory, found)
    const { entries, next } = directory
    const inner = await reader.numbers(entries.get(TAGS.subDirectories))
    const [photo = 0] = await reader.numbers(entries.get(TAGS.photoDirectory))
    waiting.push(...inner, photo, next)
    const note = entries.get(TAGS.makerNote)
    if (note) found.pieces.push(...(await olympusPieces(reader, note)))
  }
  return found
}

async function piecesOf(reader: TiffReader, { entries }: TiffDirectory): Promise<Piece[]> {
  const one = async (tag: number) => {
    const numbers = await reader.numbers(entries.get(tag))
    return numbers.length === 1 ? numbers[0] : undefined
  }
  const pieces: Piece[] = []
  const add = (at: number | undefined, length: number | undefined) => {
    if (at !== undefined && length !== undefined) pieces.push({ at, length })
  }
  add(await one(TAGS.jpegAt), await one(TAGS.jpegBytes))
  if (JPEG.has((await one(TAGS.compression)) ?? 0)) {
    add(await one(TAGS.stripOffsets), await one(TAGS.stripBytes))
  }
  const whole = entries.get(TAGS.panasonicJpeg)
  add(whole?.at, whole?.count)
  return pieces
}

async function measure(
  reader: TiffReader,
  { entries }: TiffDirectory,
  found: Surveyed,
): Promise<void> {
  const [width = 0] = await reader.numbers(entries.get(TAGS.width))
  const [height = 0] = await reader.numbers(entries.get(TAGS.height))
  if (width > MAX_SIDE || height > MAX_SIDE) return
  if (width * height > found.width * found.height) Object.assign(found, { width, height })
}

const NOTE_BYTES = 16
const OLYMPUS = {
  cameraSettings: 0x2020,
  previewAt: 0x0101,
  previewBytes: 0x0102,
  /** In older files the settings are the value of their tag, and not where it points. */
  undefinedType: 7,
}

/** Olympus writes it into its own notes, whose places are counted from their beginning. */
async function olympusPieces(reader: TiffReader, note: TiffEntry): Promise<Piece[]> {
  const head = await reader.bytes(note.at, NOTE_BYTES)
  const name = head?.toString('latin1') ?? ''
  const start = name.startsWith('OLYMPUS\0') ? 12 : name.startsWith('OM SYSTEM\0') ? 16 : undefined
  if (start === undefined) return []
  const notes = await reader.directoryAt(note.at + start, note.at)
  const settings = notes?.entries.get(OLYMPUS.cameraSettings)
  const [at] = await reader.numbers(settings)
  const place = settings?.type === OLYMPUS.undefinedType ? settings.at : note.at + (at ?? 0)
  const directory =
    settings && place > note.at ? await reader.directoryAt(place, note.at) : undefined
  const [previewAt] = await reader.numbers(directory?.entries.get(OLYMPUS.previewAt))
  const [length] = await reader.numbers(directory?.entries.get(OLYMPUS.previewBytes))
  if (previewAt === undefined || length === undefined) return []
  return [{ at: note.at + previewAt, length }]
}
