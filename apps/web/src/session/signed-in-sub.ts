import type { AwanClient } from '@awan/client'

/** The id of the person who is signed in now, if somebody is. */
export function signedInSub({ session }: Pick<AwanClient, 'session'>): string | undefined {
  const state = session.state()
  return state.status === 'signed-in' ? state.sub : undefined
}
