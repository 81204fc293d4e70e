import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { ServiceError } from '@awan/protocol/errors'
import type { AnyRow } from '../../db/all-tables.ts'
import type { BackupFiles } from './backup-files.ts'
import { PRIVATE } from './durable-files.ts'

/** What a file of rows is known by. */
export interface RowsFile {
  rows: number
  bytes: number
  sha256: string
}

/** One row a line as JSON, compressed. Bytes are `{"base64": …}`, which no column of ours can hold. */
export async function writeRowsFile(
  path: string,
  pages: AsyncIterable<readonly AnyRow[]>,
): Promise<RowsFile> {
  const facts = { rows: 0, bytes: 0 }
  const hash = createHash('sha256')
  async function* lines(): AsyncIterable<string> {
    for await (const rows of pages) {
      facts.rows += rows.length
      yield rows.map((row) => `${JSON.stringify(row, toBase64)}\n`).join('')
    }
  }
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      facts.bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(
    Readable.from(lines()),
    createGzip({ level: 3 }),
    counter,
    createWriteStream(path, { mode: PRIVATE }),
  )
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  return { ...facts, sha256: hash.digest('hex') }
}

/** Throws `data_loss` unless the file is what it was when it was written. */
export async function checkRowsFile(
  files: BackupFiles,
  path: string,
  expected: RowsFile,
): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of files.read(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  if (bytes === expected.bytes && hash.digest('hex') === expected.sha256) return
  throw new ServiceError('data_loss', { description: `${files.describe(path)} is damaged` })
}

export async function* readRowsFile(files: BackupFiles, path: string): AsyncIterable<AnyRow[]> {
  let rows: AnyRow[] = []
  let chars = 0
  const input = files.read(path)
  const unzipped = createGunzip()
  input.on('error', (error) => unzipped.destroy(error))
  for await (const line of createInterface({ input: input.pipe(unzipped), crlfDelay: 100 })) {
    rows.push(JSON.parse(line, fromBase64))
    chars += line.length
    if (rows.length < ROWS_PER_PAGE && chars < CHARS_PER_PAGE) continue
    yield rows
    rows = []
    chars = 0
  }
  if (rows.length > 0) yield rows
}

const ROWS_PER_PAGE = 1000
const CHARS_PER_PAGE = 4_000_000

/** Before a buffer makes JSON of itself. */
function toBase64(this: AnyRow, column: string, value: unknown): unknown {
  const raw = this[column]
  return raw instanceof Uint8Array ? { base64: Buffer.from(raw).toString('base64') } : value
}

function fromBase64(_column: string, value: unknown): unknown {
  const { base64 } = (value ?? {}) as { base64?: unknown }
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : value
}
