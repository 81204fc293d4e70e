import type { Person } from '../drive/people.ts'

/** As the page signs in, so that it can go on with it. */
export async function signInAsPage(
  url: string,
  { email, password }: Person,
): Promise<{ access_token: string }> {
  const answer = await fetch(`${url}/v1/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, client_id: 'awan-web' }),
  })
  if (!answer.ok) throw new Error(`signing in was answered ${answer.status}`)
  return (await answer.json()) as { access_token: string }
}
