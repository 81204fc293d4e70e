import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'

test('a PostgreSQL server started for tests stops and removes its folder when its owner is killed', async () => {
  const owner = fork(new URL('./postgres-owner.ts', import.meta.url), { execArgv: [] })
  onTestFinished(() => {
    owner.kill('SIGKILL')
  })
  const [url] = (await once(owner, 'message')) as [string]
  const folder = dirname(await readDataFolder(url))
  expect(existsSync(folder)).toBe(true)

  owner.kill('SIGKILL')
  await once(owner, 'exit')
  await vi.waitFor(
    async () => {
      expect(existsSync(folder)).toBe(false)
      await expect(readDataFolder(url)).rejects.toThrow('ECONNREFUSED')
    },
    { timeout: 20_000, interval: 50 },
  )
})

async function readDataFolder(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory ?? ''
  } finally {
    await client.end()
  }
}
