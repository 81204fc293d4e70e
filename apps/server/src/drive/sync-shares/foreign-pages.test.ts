import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { openShares, withBen } from './testing.ts'

onEachDatabase((openDatabase) => {
  test('a form on a page of somebody else shares nothing, though the browser sends the password that it remembers', async () => {
    const { origin, makePassword, grantsOf } = await openShares(await openDatabase())
    const login = Buffer.from(`ana:${makePassword('ana')}`).toString('base64')
    const fields = { ...withBen, shareType: String(withBen.shareType) }
    const post = (headers: Record<string, string>) =>
      fetch(`${origin}/ocs/v2.php/apps/files_sharing/api/v1/shares?format=json`, {
        method: 'POST',
        headers: { authorization: `Basic ${login}`, ...headers },
        body: new URLSearchParams(fields),
      })
    const refused = await post({ origin: 'https://evil.example' })
    expect(refused.status).toBe(403)
    const { ocs } = (await refused.json()) as { ocs: { meta: { message: string } } }
    expect(ocs.meta.message).toContain('OCS-APIRequest')
    expect((await post({})).status).toBe(403)
    expect(await grantsOf()).toEqual([])
    expect((await post({ 'ocs-apirequest': 'true' })).status).toBe(200)
    expect(await grantsOf()).toHaveLength(1)
  })
})
