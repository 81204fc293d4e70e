import { once } from 'node:events'
import { request } from 'node:http'
import { headers } from '@awan/protocol'
import type { createUpload } from '@awan/protocol/drive'
import { tokenOf } from './account-causes.ts'
import type { Causes } from './cause.ts'
import { type Answer, type Stage, send } from './stage.ts'

/** What files and their contents can end with. */
export const driveCauses = {
  not_found: async ({ url, admin }) =>
    send(url, 'GET /drive/v1/files/nothing', { token: await tokenOf(admin) }),
  out_of_range: async (stage) =>
    send(stage.url, `PUT ${await startUpload(stage)}/blocks/7`, {
      token: await tokenOf(stage.admin),
      body: new Uint8Array(3),
    }),
  data_loss: async (stage) =>
    send(stage.url, `PUT ${await startUpload(stage)}/blocks/0`, {
      token: await tokenOf(stage.admin),
      headers: { [headers.blockHashes]: `b3:${'0'.repeat(64)}` },
      body: new Uint8Array(3),
    }),
  /** Another server records the block with other bytes while this one receives it. */
  aborted: async (stage) => {
    for (let attempt = 1; ; attempt++) {
      const path = await startUpload(stage)
      const sending = await beginBlock(stage, path)
      await recordElsewhere(stage, path)
      const answer = await sending.finish()
      // Where the other server was first, it is a block with a wrong hash instead.
      if (answer.body.error !== 'data_loss' || attempt === 10) return answer
    }
  },
} satisfies Causes

async function startUpload({ admin }: Stage): Promise<`/${string}`> {
  const { id } = await admin.client.request<typeof createUpload>('POST', '/drive/v1/uploads', {
    auth: true,
    body: { name: 'new.bin', size: 3 },
  })
  return `/drive/v1/uploads/${id}`
}

/** Sends one byte of three, and gives the server time to look at what it has. */
async function beginBlock({ url, admin }: Stage, upload: string) {
  const path = `${upload}/blocks/0`
  const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>()
  const authorization = `Bearer ${await tokenOf(admin)}`
  const sending = request(url + path, {
    method: 'PUT',
    agent: false,
    headers: { authorization, 'content-length': 3, expect: '100-continue' },
  })
  sending.on('error', reject)
  sending.on('response', async (response) => {
    const text = Buffer.concat(await Array.fromAsync(response)).toString()
    resolve({ status: response.statusCode ?? 0, path, body: JSON.parse(text) })
  })
  sending.flushHeaders()
  await once(sending, 'continue')
  sending.write('a')
  for (let calls = 0; calls < 5; calls++) await admin.drive.about()
  return {
    finish() {
      sending.end('bc')
      return answer
    },
  }
}

async function recordElsewhere({ change }: Stage, upload: string): Promise<void> {
  const id = upload.split('/').at(-1) ?? ''
  await change(async (writer) => {
    const { drive_id } = await writer
      .selectFrom('uploads')
      .select('drive_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const row = { drive_id, upload_id: id, block: 0, hash: '0'.repeat(64) }
    await writer.insertInto('upload_blocks').values(row).execute()
  })
}
