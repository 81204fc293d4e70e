import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type PictureFacts, pictureFacts } from '@awan/protocol/drive'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { z } from 'zod'
import { readFrames, toFrame } from './frames.ts'
import { LIMITED_ENV, LOW_PRIORITY, limitedCommand } from './limited-command.ts'
import { PICTURE_SIZES, type Picture } from './make-pictures.ts'

export interface PictureRequest {
  /** Whether its thumbnails are made. */
  makes: boolean
  /** Whether what its camera wrote is read. */
  readsCamera: boolean
  /** What its camera says of how it was held is done already. */
  isUpright?: boolean
}

/** The child is not believed either: what it says is checked. */
const pictureReply = z.object({
  /** Of the pictures that follow. */
  sizes: z.array(z.number()).max(PICTURE_SIZES.length),
  takenAt: z.int().optional(),
  facts: pictureFacts.optional(),
  /** Why the content has no pictures. */
  problem: z.string().max(2000).optional(),
})

export type PictureReply = z.infer<typeof pictureReply>

export interface MadePictures {
  pictures: Picture[]
  takenAt: number | undefined
  facts: PictureFacts | undefined
}

const CHILD = fileURLToPath(new URL('decode-pictures.child.ts', import.meta.url))
/** No file is written, no program started, by its own code; the code that decodes has the limits. */
const NODE_ARGS = [
  ...['--permission', '--allow-addons', '--allow-fs-read=*', '--no-warnings'],
  '--max-old-space-size=256',
]
/** More than any thumbnail has. */
const MAX_REPLY_BYTES = 32 * 1024 * 1024
const JOB_MS = 60_000
/** What is not needed for so long gives its memory back. */
const IDLE_MS = 60_000

/**
 * Decodes images in a process of its own: what a hostile image does, it does there. The process lives for
 * as long as there are images, and is started again when it has ended, was killed or took too long, which
 * costs the one image that it had.
 */
export class PictureProcess implements AsyncDisposable {
  readonly #jobMs: number
  readonly #maxDataKib: number | undefined
  #decoder: Decoder | undefined
  #isOver = false
  #last: Promise<unknown> = Promise.resolve()

  constructor({ jobMs = JOB_MS, maxDataKib }: { jobMs?: number; maxDataKib?: number } = {}) {
    this.#jobMs = jobMs
    this.#maxDataKib = maxDataKib
  }

  /** Of the process that runs, if one does. */
  get pid(): number | undefined {
    return this.#decoder?.pid
  }

  /** One image after the other. */
  decode(image: Buffer, request: PictureRequest): Promise<MadePictures> {
    const decoding = this.#last.then(() => this.#decode(image, request))
    this.#last = decoding.catch(() => {})
    return decoding
  }

  async #decode(image: Buffer, request: PictureRequest): Promise<MadePictures> {
    if (this.#isOver) throw new Error('no more images are decoded: the server stops')
    if (!this.#decoder?.isAlive) this.#decoder = new Decoder(this.#maxDataKib)
    return this.#decoder.decode(image, request, this.#jobMs)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    await this.#decoder?.[Symbol.asyncDispose]()
  }
}

class Decoder implements AsyncDisposable {
  isAlive = true
  readonly #child: ChildProcessWithoutNullStreams
  readonly #frames: AsyncGenerator<Buffer>
  /** How it ended; it has not, while this waits. */
  readonly #ended: Promise<string>
  #said = ''
  #idle: NodeJS.Timeout | undefined

  constructor(maxDataKib: number | undefined) {
    const program = [...NODE_ARGS, CHILD]
    const { command, args } = limitedCommand(process.execPath, program, { maxDataKib })
    this.#child = spawn(command, args, { env: LIMITED_ENV, cwd: '/' })
    this.#frames = readFrames(this.#child.stdout, MAX_REPLY_BYTES)
    const { promise, resolve } = Promise.withResolvers<string>()
    this.#ended = promise
    const end = (how: string) => {
      this.isAlive = false
      resolve(how)
    }
    this.#child.on('error', (error) => end(error.message))
    this.#child.on('close', (code, signal) => end(`${signal ?? `exit ${code}`} ${this.#said}`))
    // Its end tells more than the pipe that breaks with it.
    this.#child.stdin.on('error', () => {})
    this.#child.stderr.on('data', (text: Buffer) => {
      this.#said = (this.#said + text.toString()).slice(-500)
    })
    if (this.#child.pid !== undefined) setPriority(this.#child.pid, LOW_PRIORITY)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  async decode(image: Buffer, request: PictureRequest, timeoutMs: number): Promise<MadePictures> {
    clearTimeout(this.#idle)
    this.#keepUp(true)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.#end()
    }, timeoutMs)
    try {
      const frames = [Buffer.from(JSON.stringify(request)), image].flatMap(toFrame)
      for (const part of frames) this.#child.stdin.write(part)
      return await Promise.race([this.#read(), this.#failed(() => isLate)])
    } catch (error) {
      if (!isServiceError(error, 'invalid_argument')) this.#end()
      throw error
    } finally {
      clearTimeout(timer)
      this.#keepUp(false)
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#idle)
    this.#keepUp(true)
    this.#end()
    await this.#ended
  }

  #end(): void {
    this.isAlive = false
    this.#child.kill('SIGKILL')
  }

  async #read(): Promise<MadePictures> {
    const { sizes, takenAt, facts, problem } = pictureReply.parse(
      JSON.parse((await this.#next()).toString()),
    )
    if (problem !== undefined) throw new ServiceError('invalid_argument', { description: problem })
    const pictures: Picture[] = []
    for (const size of sizes) pictures.push({ size, bytes: await this.#next() })
    return { pictures, takenAt, facts }
  }

  async #next(): Promise<Buffer> {
    const { done, value } = await this.#frames.next()
    // Its end says why.
    return done ? new Promise<never>(() => {}) : value
  }

  async #failed(isLate: () => boolean): Promise<never> {
    const how = await this.#ended
    throw new Error(
      isLate()
        ? 'decoding an image took too long'
        : `the process that decodes images ended: ${how}`,
    )
  }

  /** Only while it works does our own process wait for it. */
  #keepUp(isNeeded: boolean): void {
    const { stdin, stdout, stderr } = this.#child
    for (const one of [this.#child, stdin, stdout, stderr] as { ref(): void; unref(): void }[]) {
      if (isNeeded) one.ref()
      else one.unref()
    }
  }
}
