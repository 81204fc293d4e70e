import {
  addPasskey,
  bindProvider,
  confirmTotp,
  createAppPassword,
  disableAllTwoFactors,
  disableTwoFactor,
  enableTwoFactor,
  removePasskey,
  renewRecoveryCodes,
  setPassword,
  transferProvider,
  unbindProvider,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestHttp } from '../../http/testing.ts'
import { withSudo } from '../app-passwords/testing.ts'
import { createTestAccount } from '../testing.ts'

const changes = [
  addPasskey,
  bindProvider,
  confirmTotp,
  createAppPassword,
  disableAllTwoFactors,
  disableTwoFactor,
  enableTwoFactor,
  removePasskey,
  renewRecoveryCodes,
  setPassword,
  transferProvider,
  unbindProvider,
]

onEachDatabase((open) => {
  test('with one proof of who is there nobody fills the history: changes are limited for each person', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { accessToken, sudoToken } = await withSudo(app, await app.signUp('rahma@example.org'))
    const { account } = app
    await using http = createTestHttp({ routes: account.routes, guards: account.guards })
    const send = ({ method, path }: (typeof changes)[number]) =>
      http.inject({
        method,
        url: path.replace(/\{\w+\}/, 'EMAIL'),
        headers: { authorization: `Bearer ${accessToken}`, 'x-sudo-token': sudoToken },
        payload: {},
      })
    for (const change of changes) await send(change)
    await db.write((w) =>
      w.updateTable('rate_limits').set({ points: 100 }).where('key', 'like', '% user %').execute(),
    )
    for (const change of changes) {
      const answer = (await send(change)).json()
      expect({ path: change.path, ...answer }).toMatchObject({ error: 'resource_exhausted' })
    }
  })
})
