import { expect } from 'vitest'
import type { Database } from '../../db/database.ts'
import { driveOf } from '../sync-door/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davOf } from '../webdav/testing.ts'

type Served = Awaited<ReturnType<typeof serveDrive>>
type Limit = Parameters<Served['makePassword']>[1]

/** A client with a password, which speaks OCS as the apps do: with forms, and answers in JSON. */
export function ocsOf(
  { origin, makePassword }: Pick<Served, 'origin' | 'makePassword'>,
  sub: string,
  limit?: Limit,
) {
  const login = Buffer.from(`${sub}:${makePassword(sub, limit)}`).toString('base64')
  const headers = { authorization: `Basic ${login}`, 'ocs-apirequest': 'true' }
  return async (method: string, path: string, fields?: Record<string, string | number>) => {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(fields ?? {})) form.set(name, String(value))
    const separator = path.includes('?') ? '&' : '?'
    const answer = await fetch(
      `${origin}/ocs/v2.php/apps/files_sharing/api/v1${path}${separator}format=json`,
      { method, headers, ...(fields && { body: form }) },
    )
    const { ocs } = (await answer.json()) as {
      ocs: { meta: { statuscode: number; message: string }; data: Share & Share[] & Sharees }
    }
    expect(ocs.meta.statuscode).toBe(answer.status)
    return { status: answer.status, data: ocs.data, message: ocs.meta.message }
  }
}

export type Share = Record<string, string | number | boolean | null>
export interface Sharees {
  exact: Record<string, { label: string; value: { shareType: number; shareWith: string } }[]>
  users: Share[]
  groups: Share[]
}

/** Ana has a folder with a folder and a file in it, and a file beside it. */
export async function openShares(db: Database, options: Parameters<typeof serveDrive>[1] = {}) {
  const served = await serveDrive(db, options)
  const ana = davOf(served, 'ana')
  await ana('MKCOL', '/trip')
  await ana('MKCOL', '/trip/photos')
  await ana('PUT', '/trip/a.txt', { body: 'words' })
  await ana('PUT', '/own.txt', { body: 'own' })
  const { files } = await served.as('ana').json('GET', '/drive/v1/files')
  const trip = (files as unknown as { id: string; name: string }[]).find(
    ({ name }) => name === 'trip',
  )
  const driveId = await driveOf(served.as('ana'))
  const grantsOf = async (id = trip?.id) => {
    const { grants } = (await served
      .as('ana')
      .json('GET', `/drive/v1/files/${id}/grants`)) as unknown as {
      grants: { role: string; grantee: object; note?: string; expires_time?: string }[]
    }
    return grants
  }
  return {
    ...served,
    dav: ana,
    ana: ocsOf(served, 'ana'),
    ben: ocsOf(served, 'ben'),
    tripId: trip?.id ?? '',
    folder: { driveId, nodeId: trip?.id ?? '' },
    grantsOf,
  }
}

export const withBen = { path: '/trip', shareType: 0, shareWith: 'ben' }
