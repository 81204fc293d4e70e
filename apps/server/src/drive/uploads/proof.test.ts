import { createHmac } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import {
  blockHashes,
  HOUR_MS,
  newUpload,
  onEachDrive,
  refusal,
  sendAll,
  sent,
  someBytes,
  type TestDrive,
} from '../testing.ts'
import { PROOF_TTL_MS, PROOFS_PER_HOUR, PROVEN_FROM_BYTES } from './ask-proof.ts'
import { type Challenge, toChallenge } from './proof-ranges.ts'

const CONTENT = someBytes(2 * BLOCK_BYTES + 777)

function hmac(nonce: string, bytes: Buffer): Buffer {
  return createHmac('sha256', Buffer.from(nonce, 'hex')).update(bytes).digest()
}

/** The proof of a client that has the bytes. */
function proofOf(uploadId: string, { nonce, ranges }: Challenge, content: Buffer): string {
  const tags = ranges.map(({ start, end }) => hmac(nonce, content.subarray(start, end + 1)))
  return hmac(nonce, Buffer.concat([Buffer.from(uploadId), ...tags])).toString('hex')
}

async function begin({ uploads }: TestDrive, sub: string, name: string, content = CONTENT) {
  const wanted = newUpload(name, content, { blockHashes: blockHashes(content) })
  const upload = await uploads.create(sub, wanted)
  const challenge = await uploads.askForProof(sub, upload, true)
  return { upload, challenge: challenge as Challenge }
}

onEachDrive((open) => {
  test('content proven to be the same as in another drive need not be sent, and is charged in full', async () => {
    const drive = await open({ instantUpload: 'all' })
    const original = await drive.upload('ana', 'film', CONTENT)
    const { upload, challenge } = await begin(drive, 'ben', 'the same')
    expect(upload.missing).not.toBe('[]')
    const proven = await drive.uploads.prove(
      'ben',
      upload.id,
      proofOf(upload.id, challenge, CONTENT),
    )
    expect(proven).toMatchObject({ id: upload.id, missing: '[]' })
    const file = await drive.uploads.commit('ben', upload.id, 'fail')
    expect(file).toMatchObject({ name: 'the same', size: CONTENT.length, hash: original.hash })
    expect((await drive.drives.of('ben')).used_bytes).toBe(CONTENT.length)
    expect((await drive.drives.of('ben')).reserved_bytes).toBe(0)

    // Neither drive needs the other.
    await drive.tasks.begin('ana', 'delete', { ids: [original.id] })
    await drive.runner.run()
    drive.clock.advance(50 * HOUR_MS)
    await drive.cleanUp()
    const content = await drive.downloads.open('ben', file.id)
    expect(CONTENT.equals(await buffer(await content.read()))).toBe(true)
    expect(await drive.listBlobs()).toHaveLength(1)
  })

  test('a wrong proof gets the same answer whether or not the content exists', async () => {
    const drive = await open({ instantUpload: 'all' })
    await drive.upload('ana', 'secret', CONTENT)
    const known = await begin(drive, 'ben', 'known')
    const unknown = await begin(drive, 'ben', 'unknown', someBytes(CONTENT.length, 9))
    expect(known.challenge.ranges).toEqual(unknown.challenge.ranges)
    const guess = 'ab'.repeat(32)
    const answers = [
      await drive.uploads.prove('ben', known.upload.id, guess),
      await drive.uploads.prove('ben', unknown.upload.id, guess),
    ]
    const shown = answers.map(({ missing, size }) => ({ missing, size }))
    expect(shown[0]).toEqual({ missing: '[[0,2]]', size: CONTENT.length })
    expect(shown[1]).toEqual(shown[0])
    expect(await refusal(drive.uploads.commit('ben', known.upload.id, 'fail'))).toBe(
      'failed_precondition',
    )

    // It continues like any other upload.
    await sendAll(drive.uploads, 'ben', known.upload.id, CONTENT)
    expect(await drive.uploads.commit('ben', known.upload.id, 'fail')).toMatchObject({
      size: CONTENT.length,
    })
  })

  test('a proof is valid for one upload of one person, once, until it expires', async () => {
    const drive = await open({ instantUpload: 'all' })
    await drive.upload('ana', 'film', CONTENT)
    const one = await begin(drive, 'ben', 'one')
    const other = await begin(drive, 'ben', 'other')
    const proof = proofOf(one.upload.id, one.challenge, CONTENT)
    expect(await refusal(drive.uploads.prove('eve', one.upload.id, proof))).toBe('not_found')
    const missing = async (id: string, given: string) =>
      (await drive.uploads.prove('ben', id, given)).missing
    expect(await missing(other.upload.id, proof), 'of another upload').toBe('[[0,2]]')
    const late = proofOf(other.upload.id, other.challenge, CONTENT)
    expect(await missing(other.upload.id, late), 'after a wrong one').toBe('[[0,2]]')

    drive.clock.advance(PROOF_TTL_MS)
    expect(await missing(one.upload.id, proof), 'too late').toBe('[[0,2]]')

    const third = await begin(drive, 'ben', 'third')
    const right = proofOf(third.upload.id, third.challenge, CONTENT)
    const twice = await Promise.all([1, 2].map(() => missing(third.upload.id, right)))
    expect(twice).toContain('[]')
    expect(await missing(third.upload.id, right), 'again').toBe('[]')
    expect(await drive.listBlobs()).toHaveLength(4)
  })

  test('a proof after the first blocks were sent has no effect', async () => {
    const drive = await open({ instantUpload: 'all' })
    await drive.upload('ana', 'film', CONTENT)
    const { upload, challenge } = await begin(drive, 'ben', 'film')
    const put = upload.blocks_per_put
    await drive.uploads.receive('ben', upload.id, sent(0, CONTENT.subarray(0, put * BLOCK_BYTES)))
    const { missing } = await drive.uploads.prove(
      'ben',
      upload.id,
      proofOf(upload.id, challenge, CONTENT),
    )
    expect(missing).toBe(JSON.stringify([[put, 2]]))
  })

  test('an upload that is aborted after its proof leaves nothing', async () => {
    const drive = await open({ instantUpload: 'all' })
    await drive.upload('ana', 'film', CONTENT)
    const { upload, challenge } = await begin(drive, 'ben', 'film')
    await drive.uploads.prove('ben', upload.id, proofOf(upload.id, challenge, CONTENT))
    await drive.uploads.abort('ben', upload.id)
    expect((await drive.drives.of('ben')).reserved_bytes).toBe(0)
    drive.clock.advance(25 * HOUR_MS)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toHaveLength(1)
  })

  test('no proof is requested by default, for small content, without hashes, or beyond the hourly limit', async () => {
    const careful = await open()
    await careful.upload('ana', 'film', CONTENT)
    expect((await begin(careful, 'ben', 'film')).challenge).toBeUndefined()

    const drive = await open({ instantUpload: 'all' })
    const small = someBytes(PROVEN_FROM_BYTES - 1)
    expect((await begin(drive, 'ben', 'small', small)).challenge).toBeUndefined()
    const upload = await drive.uploads.create('ben', newUpload('no hashes', CONTENT))
    expect(await drive.uploads.askForProof('ben', upload, false)).toBeUndefined()

    const { id } = await drive.drives.of('ben')
    await drive.db.write((writer) =>
      writer
        .insertInto('upload_proofs')
        .values(
          Array.from({ length: PROOFS_PER_HOUR }, (_, index) => ({
            drive_id: id,
            upload_id: `gone${index}`,
            prover_sub: 'ben',
            nonce: '',
            created_at: drive.clock.now(),
            used_at: null,
          })),
        )
        .execute(),
    )
    expect((await begin(drive, 'ben', 'film')).challenge).toBeUndefined()
    drive.clock.advance(HOUR_MS)
    await drive.cleanUp()
    expect((await begin(drive, 'ben', 'later')).challenge).toBeDefined()
  })
})

test('a challenge for large content asks for one random range in every slice', () => {
  const size = 3 * 1024 ** 3 + 12_345
  const asked = toChallenge('ab'.repeat(32), size).ranges
  const again = toChallenge('cd'.repeat(32), size).ranges
  expect(asked).toHaveLength(64)
  expect(asked).not.toEqual(again)
  for (const ranges of [asked, again]) {
    ranges.forEach(({ start, end }, slice) => {
      expect(end - start + 1).toBe(1024 * 1024)
      expect(start).toBeGreaterThanOrEqual(slice * Math.floor(size / 64))
      expect(end).toBeLessThan((slice + 1) * Math.floor(size / 64))
    })
  }
})
