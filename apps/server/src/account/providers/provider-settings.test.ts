import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import { createSeal } from '../../kernel/seal.ts'
import { createTestAccount } from '../testing.ts'
import { createProviderSettings, type ProviderChange } from './provider-settings.ts'
import { someProvider } from './testing/provider-journey.ts'

const google = someProvider({ preset: 'google', clientId: 'from-env' })
const change: ProviderChange = {
  id: 'google',
  preset: 'google',
  clientId: 'from-admin',
  clientSecret: 'stored secret',
  isEnabled: true,
}

function createSettings(env: 'development' | 'production' = 'production') {
  const seal = createSeal({
    key: Buffer.alloc(32, 2),
    purpose: 'provider settings',
    random: systemRandom,
  })
  return createProviderSettings({ configured: [google], env, seal, clock: new ManualClock() })
}

onEachDatabase((open) => {
  test('saved provider settings override the environment, until they are removed', async () => {
    const db = await open()
    const settings = createSettings()
    const clientIds = async () => (await db.read(settings.enabled)).map(({ clientId }) => clientId)
    expect(await clientIds()).toEqual(['from-env'])
    await db.write((writer) => settings.saveProviderSettings(writer, change))
    expect(await clientIds()).toEqual(['from-admin'])
    const off = { ...change, isEnabled: false }
    await db.write((writer) => settings.saveProviderSettings(writer, off))
    expect(await clientIds()).toEqual([])
    const remove = () => db.write((writer) => settings.removeProviderSettings(writer, 'google'))
    expect(await remove()).toEqual({ unbound: [] })
    expect(await remove()).toBeUndefined()
    expect(await clientIds()).toEqual(['from-env'])
  })

  test('a provider secret is stored encrypted, never shown, and kept when it is left out of a change', async () => {
    const db = await open()
    const settings = createSettings()
    await db.write((writer) => settings.saveProviderSettings(writer, change))
    const again = { ...change, clientSecret: undefined, name: 'Google at work' }
    const { view } = await db.write((writer) => settings.saveProviderSettings(writer, again))
    expect(view).toEqual({
      id: 'google',
      appClientIds: [],
      preset: 'google',
      name: 'Google at work',
      clientId: 'from-admin',
      hasSecret: true,
      issuer: undefined,
      teamId: undefined,
      keyId: undefined,
      isEnabled: true,
      source: 'database',
    })
    expect(await db.read(settings.listProviderSettings)).toEqual([view])
    const [row] = await db.read((r) => r.selectFrom('provider_settings').selectAll().execute())
    expect(JSON.stringify(row)).not.toContain('stored secret')
    const [config] = await db.read(settings.enabled)
    expect(config?.clientSecret?.reveal()).toBe('stored secret')
  })

  test('another issuer needs the secret again and opens no account that was bound at the earlier one', async () => {
    const db = await open()
    const settings = createSettings()
    const app = await createTestAccount(db)
    const { sub: ana } = await app.signUp('ana@example.org')
    const { sub: budi } = await app.signUp('budi@example.org')
    const save = (changes: Partial<ProviderChange>) =>
      db.write((writer) => settings.saveProviderSettings(writer, { ...work, ...changes }))
    const bind = (provider_id: string, sub: string) =>
      db.write((writer) =>
        writer
          .insertInto('provider_links')
          .values({
            provider_id,
            provider_user_id: `at-${provider_id}`,
            sub,
            name: null,
            created_at: 1,
          })
          .execute(),
      )
    const bound = async () => {
      const links = await db.read((r) => r.selectFrom('provider_links').selectAll().execute())
      return links.map(({ provider_id, sub }) => `${sub} at ${provider_id}`)
    }
    const work: ProviderChange = {
      ...change,
      id: 'work',
      preset: 'oidc',
      issuer: 'https://login.work.example',
    }
    await save({})
    await bind('work', ana)
    await bind('google', budi)

    // The same one, written otherwise, with another name, or turned off.
    for (const same of [
      { issuer: 'https://login.work.example/' },
      { name: 'W' },
      { isEnabled: false },
    ]) {
      expect(await save({ ...same, clientSecret: undefined })).toMatchObject({ isMoved: false })
    }
    expect(await bound()).toHaveLength(2)

    const evil = { issuer: 'https://evil.example' }
    await expect(save({ ...evil, clientSecret: undefined })).rejects.toMatchObject({
      error: 'invalid_argument',
      description: 'client_secret: give it again, because the provider is another one now',
    })
    expect(await bound()).toHaveLength(2)
    expect(await save(evil)).toMatchObject({ isMoved: true, unbound: [ana] })
    expect(await bound()).toEqual([`${budi} at google`])

    // Nor by way of removing the settings first.
    await save({})
    await bind('work', ana)
    await db.write((writer) => settings.removeProviderSettings(writer, 'work'))
    expect(await save(evil)).toMatchObject({ isMoved: true, unbound: [ana] })

    // Nor by overriding the one of the environment.
    const google = { ...change, preset: 'oidc', issuer: 'https://evil.example' } as const
    const overridden = await db.write((writer) => settings.saveProviderSettings(writer, google))
    expect(overridden.unbound).toEqual([budi])

    // Nor does an account that was bound meanwhile open anything at the one of the environment.
    await bind('google', budi)
    const removed = await db.write((writer) => settings.removeProviderSettings(writer, 'google'))
    expect(removed).toEqual({ unbound: [budi] })
  })

  test('several providers of one kind can be configured', async () => {
    const db = await open()
    const settings = createSettings()
    for (const id of ['work', 'school']) {
      const issuer = `https://${id}.example`
      const next: ProviderChange = { ...change, id, preset: 'oidc', name: id, issuer }
      await db.write((writer) => settings.saveProviderSettings(writer, next))
    }
    const names = (await db.read(settings.listProviderSettings)).map(({ id, source }) => [
      id,
      source,
    ])
    expect(names).toEqual([
      ['google', 'environment'],
      ['school', 'database'],
      ['work', 'database'],
    ])
  })
})

test.each<[string, Partial<ProviderChange>, string]>([
  ['an id with capitals', { id: 'Work' }, 'id: '],
  ['no client id', { clientId: ' ' }, 'client_id: missing'],
  ['no secret', { clientSecret: undefined }, 'client_secret: missing'],
  ['no issuer', { preset: 'oidc' }, 'issuer: missing'],
  ['an issuer that is no address', { preset: 'oidc', issuer: 'work' }, 'issuer: not an address'],
  [
    'an issuer without TLS',
    { preset: 'oidc', issuer: 'http://a.example' },
    'issuer: https:// is needed',
  ],
  [
    'an issuer on this machine',
    { preset: 'oidc', issuer: 'http://127.0.0.1' },
    'issuer: https:// is needed',
  ],
  ['Apple without its key', { preset: 'apple' }, 'team_id: missing; key_id: missing'],
])('settings with %s are refused', async (_, wrong, description) => {
  const nothing = {
    selectFrom: () => ({
      selectAll: () => ({ where: () => ({ executeTakeFirst: async () => undefined }) }),
    }),
  } as never
  const saved = createSettings().saveProviderSettings(nothing, { ...change, ...wrong })
  await expect(saved).rejects.toMatchObject({
    error: 'invalid_argument',
    description: expect.stringContaining(description),
  })
})
