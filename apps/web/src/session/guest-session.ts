import type { AwanClient } from '@awan/client'
import { isServiceError } from '@awan/protocol/errors'

export interface Guest {
  sub: string
  token: string
}

/** Who is here without an account right now, with what proves it. */
export async function readGuest(client: AwanClient): Promise<Guest | undefined> {
  const state = client.session.state()
  if (state.status !== 'signed-in' || !state.isAnonymous) return undefined
  try {
    return { sub: state.sub, token: await client.session.accessToken() }
  } catch (error) {
    // Their time is over, and with it whatever there was to take along.
    if (isServiceError(error, 'unauthenticated')) return undefined
    throw error
  }
}

/** The guest whom this browser keeps beside the person who is signed in. */
export function keptGuest(client: AwanClient): string | undefined {
  return client.accounts.list().find(({ isAnonymous, isCurrent }) => isAnonymous && !isCurrent)?.sub
}

/** Their files have a new owner and the server knows them no more; this browser need not either. */
export async function forgetGuest(client: AwanClient, sub: string): Promise<void> {
  try {
    await client.signOut({ sub })
  } catch (error) {
    // Forgotten here all the same, and there is nothing to revoke.
    if (!isServiceError(error)) throw error
  }
}
