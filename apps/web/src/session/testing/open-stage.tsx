import { type AwanClient, createAwanClient } from '@awan/client'
import { createMemoryRuntime } from '@awan/client/memory'
import { ServiceError } from '@awan/protocol/errors'
import type { ReactNode } from 'react'
import type { Area } from '../../i18n/areas.ts'
import { LanguageProvider } from '../../i18n/LanguageProvider.tsx'
import { openLanguage } from '../../i18n/language.ts'
import { AnnouncerProvider } from '../../ui/Announcer.tsx'
import { ToastProvider } from '../../ui/Toasts.tsx'
import { ClientProvider } from '../ClientProvider.tsx'

type Fields = Record<string, unknown>
/** By method and path. What it returns is the answer; a ServiceError that it throws is one too. */
export type Answers = Record<
  string,
  (body: Fields, query: URLSearchParams) => object | Promise<object>
>

/**
 * What every screen has around it: a real client whose server is a table of answers, English texts, notes
 * and announcements. `calls` tells what was asked of the server.
 */
export async function openStage({
  answers = {},
  areas = [],
}: {
  answers?: Answers
  areas?: Area[]
}) {
  const calls: { call: string; body: Fields }[] = []
  const table: Answers = {
    'POST /v1/auth/signin': ({ email }) => credentialsOf(String(email)),
    ...answers,
  }
  const client = createAwanClient({
    clientId: 'awan-test',
    origins: ['https://awan.test'],
    keepAccounts: true,
    log: { level: 'off' },
    runtime: createMemoryRuntime({
      fetch: async (url, { method = 'GET', body }) => {
        const { pathname, searchParams } = new URL(url)
        const call = `${method} ${pathname}`
        const sent = typeof body === 'string' ? (JSON.parse(body) as Fields) : {}
        calls.push({ call, body: sent })
        try {
          const answer = table[call]
          if (!answer)
            throw new ServiceError('not_found', {
              description: `the test has no answer for ${call}`,
            })
          return Response.json(await answer(sent, searchParams))
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error
          return Response.json(error.toJSON(), { status: error.status })
        }
      },
    }),
  })
  const language = await openLanguage()
  await language.need(...areas)
  return {
    client,
    calls,
    callsOf: (call: string) => calls.filter((each) => each.call === call).map(({ body }) => body),
    /** As the person of this name, who has the sub `user-<name>`. */
    signIn: (name: string) =>
      client.signIn.withPassword({ username: `${name}@example.org`, password: 'secret' }),
    wrapper: createWrapper(client, language),
  }
}

function createWrapper(client: AwanClient, language: Awaited<ReturnType<typeof openLanguage>>) {
  const texts = { region: 'Notes', dismiss: 'Dismiss', copy: 'Copy', copied: 'Copied' }
  return ({ children }: { children: ReactNode }) => (
    <LanguageProvider store={language}>
      <ClientProvider client={client}>
        <AnnouncerProvider>
          <ToastProvider texts={texts}>{children}</ToastProvider>
        </AnnouncerProvider>
      </ClientProvider>
    </LanguageProvider>
  )
}

function credentialsOf(email: string) {
  const name = email.split('@', 1)[0]
  return {
    token_type: 'Bearer',
    access_token: `access-${name}`,
    refresh_token: `refresh-${name}`,
    expires_in: 7200,
    sub: `user-${name}`,
    scope: 'user',
  }
}
