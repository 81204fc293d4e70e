import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectError } from '../../blobs/testing.ts'
import { PictureProcess } from './picture-process.ts'
import { bombImage, deepBomb, someImage } from './testing-images.ts'

const BOTH = { makes: true, readsCamera: true }

function open(options?: ConstructorParameters<typeof PictureProcess>[0]): PictureProcess {
  const pictures = new PictureProcess(options)
  onTestFinished(() => pictures[Symbol.asyncDispose]())
  return pictures
}

test('one process decodes many images, and a broken image does not end it', async () => {
  const pictures = open()
  const image = await someImage(600, 300)
  const first = await pictures.decode(image, BOTH)
  expect(first.pictures.map(({ size }) => size)).toEqual([256, 512, 1600])
  const { pid } = pictures
  const broken = await expectError(
    pictures.decode(Buffer.from('no image'), BOTH),
    'invalid_argument',
  )
  expect(broken.description).toMatch(/^not an image that can be read: /)
  const several = await Promise.all([1, 2, 3].map(() => pictures.decode(image, BOTH)))
  for (const each of several) expect(each.pictures).toEqual(first.pictures)
  const onlyCamera = { makes: false, readsCamera: true }
  expect(await pictures.decode(image, onlyCamera)).toMatchObject({
    pictures: [],
    takenAt: undefined,
  })
  expect(pictures.pid).toBe(pid)
})

test('a content whose camera cannot be asked is refused once and for all, and the process stays', async () => {
  const pictures = open()
  await pictures.decode(await someImage(60, 30), BOTH)
  const { pid } = pictures
  const onlyCamera = { makes: false, readsCamera: true }
  await expectError(pictures.decode(Buffer.from('no image'), onlyCamera), 'invalid_argument')
  expect(pictures.pid).toBe(pid)
  await pictures.decode(await someImage(60, 30), onlyCamera)
  expect(pictures.pid).toBe(pid)
})

test('a killed process fails one image, and the next image gets a new process', async () => {
  const pictures = open()
  const image = await someImage(600, 300)
  await pictures.decode(image, BOTH)
  const { pid } = pictures
  const failing = expect(pictures.decode(bombImage(10_000, 10_000), BOTH)).rejects.toThrow(
    /SIGKILL/,
  )
  const next = pictures.decode(image, BOTH)
  process.kill(pid ?? 0, 'SIGKILL')
  await failing
  expect((await next).pictures).toHaveLength(3)
  expect(pictures.pid).not.toBe(pid)
})

test('an image that takes too long ends its process', async () => {
  const pictures = open({ jobMs: 1 })
  await expect(pictures.decode(await someImage(600, 300), BOTH)).rejects.toThrow(/too long/)
})

test('a stopped server decodes nothing more', async () => {
  const pictures = open()
  const image = await someImage(600, 300)
  await pictures.decode(image, BOTH)
  const failing = expect(pictures.decode(image, BOTH)).rejects.toThrow(/stops/)
  await pictures[Symbol.asyncDispose]()
  await failing
})

test.runIf(process.platform === 'linux')(
  'the process has limits of memory and files, a low priority, and none of our environment',
  async () => {
    vi.stubEnv('AWAN_SMTP_URL', 'smtp://ana:s3cret@mail.example.org')
    onTestFinished(() => void vi.unstubAllEnvs())
    const pictures = open()
    await pictures.decode(await someImage(60, 30), BOTH)
    const of = (name: string) => readFile(`/proc/${pictures.pid}/${name}`, 'utf8')
    const limits = await of('limits')
    expect(limits).toMatch(/Max data size +1610612736 /)
    expect(limits).toMatch(/Max open files +64 /)
    expect(limits).toMatch(/Max file size +0 /)
    expect(limits).toMatch(/Max core file size +0 /)
    expect(await of('environ')).not.toMatch(/AWAN|s3cret|PATH/)
    // The 19th field; the name of the program before it may have spaces.
    expect((await of('stat')).split(') ')[1]?.split(' ')[16]).toBe('10')
    expect(await of('cmdline')).toContain('--permission')
  },
)

test.runIf(process.platform === 'linux')(
  'an image that unpacks to more memory than the limit fails alone',
  async () => {
    const pictures = open({ maxDataKib: 1024 * 1024 })
    const image = await someImage(60, 30)
    const bomb = deepBomb(10_000, 10_000)
    expect(bomb.length).toBeLessThan(1_000_000)
    await expect(pictures.decode(bomb, BOTH)).rejects.toThrow()
    expect(await sizesOf(pictures, deepBomb(1000, 1000))).toEqual([256, 512, 1600])
    expect(await sizesOf(pictures, image)).toEqual([256, 512, 1600])
  },
)

async function sizesOf(pictures: PictureProcess, image: Buffer): Promise<number[]> {
  return (await pictures.decode(image, BOTH)).pictures.map(({ size }) => size)
}
