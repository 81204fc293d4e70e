import { makePasskey, readPasskeySupport } from '@awan/client/passkeys'
import { isServiceError } from '@awan/protocol/errors'
import { readUserAgent } from '@awan/protocol/user-agent'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { useToast } from '../../ui/Toasts.tsx'
import { useCentre } from '../centre/use-centre.ts'
import { deviceName } from '../devices/device-name.ts'

/** Whether the browser can make passkeys; undefined until it is known. */
export function usePasskeySupport(): boolean | undefined {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['passkey-support'],
    queryFn: () => readPasskeySupport(client),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.passkeys
}

/** Makes a passkey on this device. `add` gives undefined when the person gave up; `tell` says what failed. */
export function useAddPasskey() {
  const t = useTexts()
  const client = useClient()
  const centre = useCentre()
  const withSudo = useSudo()
  const queries = useQueryClient()
  const showToast = useToast()
  const handleError = useErrorHandler()
  return {
    async add() {
      const added = await withSudo(async (sudo_token) => {
        const options = await centre.passkeys.creationOptions({ sudo_token })
        const credential = await makePasskey(client, options)
        const name = deviceName(readUserAgent(navigator.userAgent), t)
        return centre.passkeys.add({ credential, name, sudo_token })
      })
      if (!added) return undefined
      await Promise.all(
        ['passkeys', 'two-factor', 'sudo-passkeys'].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      )
      return added
    },
    tell(error: unknown) {
      const said = explain(error)
      if (said) showToast({ title: t('error.title'), text: t(said) })
      else handleError(error)
    },
  }
}

function explain(error: unknown) {
  if (isServiceError(error, 'already_exists')) return 'passkeys.already'
  if (isServiceError(error, 'unimplemented')) return 'passkeys.unsupported'
  return isServiceError(error, 'resource_exhausted') ? 'passkeys.full' : undefined
}
