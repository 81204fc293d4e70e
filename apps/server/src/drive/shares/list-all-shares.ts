import type { Share } from '@awan/protocol/drive'
import type { Reached } from '../access/reached.ts'
import type { SharedLists } from './shared-lists.ts'

const PAGE = 200

/**
 * All that a person shares with others, and others with them, and the team drives that they can open, for a copy of
 * what the server knows of them.
 */
export async function listAllShares(
  { lists, reached }: { lists: SharedLists; reached: Reached },
  sub: string,
): Promise<object[]> {
  const all: object[] = []
  for (const [direction, list] of [
    ['by me', lists.byMe],
    ['with me', lists.withMe],
  ] as const) {
    let token: string | undefined
    do {
      const page = await list({ sub }, { size: PAGE, token })
      all.push(...page.shares.map((share) => ({ shared: direction, ...toFacts(share) })))
      token = page.next_page_token
    } while (token !== undefined)
  }
  for (const { kind, name, role } of await reached.list({ kind: 'person', sub })) {
    if (kind === 'team') all.push({ shared: 'team drive', drive: name, role })
  }
  return all
}

function toFacts({ grant, file, alias }: Share & { alias?: string | undefined }): object {
  const { grantee, role, note, created_by, created_time, expires_time } = grant
  return { file: file.name, alias, grantee, role, note, created_by, created_time, expires_time }
}
