import {
  BlobReader,
  type Entry,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-custom.js'
import { OfficeProblem } from './office-problem.ts'

export interface PackageLimits {
  /** Names in the directory of the file. */
  entries: number
  /** Inflated bytes of one part; the rest of it is not read. */
  partBytes: number
  /** Inflated bytes of all parts that are read. */
  allBytes: number
}

const LIMITS: PackageLimits = {
  entries: 10_000,
  partBytes: 64 * 1024 * 1024,
  allBytes: 256 * 1024 * 1024,
}

/** The text of a part. */
export interface PartText {
  xml: string
  /** Whether the part was too long, and only its beginning is here. */
  isCut: boolean
}

/** The parts of a document, which is a ZIP of XML and pictures. Parts are inflated only when they are asked for. */
export interface OfficePackage {
  has(path: string): boolean
  /** Undefined where there is no such part. */
  text(path: string): Promise<PartText | undefined>
  /** Undefined where there is no such part, or where it is too long. */
  bytes(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

export async function openPackage(
  file: Blob,
  limits: PackageLimits = LIMITS,
): Promise<OfficePackage> {
  await refuseOtherContainers(file)
  const entries = await readDirectory(file, limits)
  let bytesLeft = limits.allBytes

  async function inflate(entry: FileEntry, maxBytes: number) {
    if (entry.encrypted) throw new OfficeProblem('locked', entry.filename)
    const inflated = await inflateEntry(entry, Math.min(maxBytes, bytesLeft))
    bytesLeft -= inflated.bytes.length
    return inflated
  }

  return {
    has: (path) => entries.has(partName(path)),
    async text(path) {
      const entry = entries.get(partName(path))
      if (!entry) return undefined
      const { bytes, isCut } = await inflate(entry, limits.partBytes)
      return { xml: decodeXml(bytes), isCut }
    },
    async bytes(path) {
      const entry = entries.get(partName(path))
      if (!entry || entry.uncompressedSize > Math.min(limits.partBytes, bytesLeft)) return undefined
      const { bytes, isCut } = await inflate(entry, limits.partBytes)
      return isCut ? undefined : bytes
    },
  }
}

/** A protected document of Microsoft Office is an OLE container, as the formats before 2007 are. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** How the directory of an OLE container names the encrypted document: in UTF-16. */
const ENCRYPTED_NAME = [...'EncryptedPackage'].map((letter) => `${letter}\0`).join('')

async function refuseOtherContainers(file: Blob): Promise<void> {
  const start = new Uint8Array(await file.slice(0, OLE.length).arrayBuffer())
  if (!OLE.every((byte, index) => start[index] === byte)) return
  const content = new TextDecoder('latin1').decode(await file.arrayBuffer())
  const isLocked = content.includes(ENCRYPTED_NAME)
  throw new OfficeProblem(isLocked ? 'locked' : 'broken', 'an OLE container')
}

async function readDirectory(file: Blob, limits: PackageLimits): Promise<Map<string, FileEntry>> {
  const zip = new ZipReader(new BlobReader(file))
  const entries = new Map<string, FileEntry>()
  try {
    let count = 0
    for await (const entry of zip.getEntriesGenerator()) {
      count += 1
      if (count > limits.entries) throw new OfficeProblem('large', 'too many parts')
      if (isFile(entry)) entries.set(partName(entry.filename), entry)
    }
  } catch (error) {
    throw error instanceof OfficeProblem ? error : new OfficeProblem('broken', String(error))
  } finally {
    await zip.close()
  }
  return entries
}

/** Names of parts differ in more than their case, and some writers use the slashes of Windows. */
function partName(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()
}

function isFile(entry: Entry): entry is FileEntry {
  return !entry.directory
}

/** Stops at the limit, whatever size the directory claims. */
async function inflateEntry(
  entry: FileEntry,
  maxBytes: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  let isCut = false
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      const kept = chunk.subarray(0, maxBytes - length)
      chunks.push(kept)
      length += kept.length
      if (kept.length === chunk.length) return
      isCut = true
      throw new RangeError('the part is too long')
    },
  })
  try {
    // A worker reads the document already, and our policy allows no worker that is made of text.
    await entry.getData(sink, { useWebWorkers: false })
  } catch (error) {
    if (!isCut) throw new OfficeProblem('broken', `${entry.filename}: ${error}`)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return { bytes, isCut }
}

/** UTF-8, as nearly always, or UTF-16 by its byte order mark. */
function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isLittle = first === 0xff && second === 0xfe
  const isBig = first === 0xfe && second === 0xff
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes)
}
