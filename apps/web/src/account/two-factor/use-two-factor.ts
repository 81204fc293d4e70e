import { isServiceError } from '@awan/protocol/errors'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSub } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { useCentre } from '../centre/use-centre.ts'
import { useAddPasskey } from '../passkeys/use-add-passkey.ts'

export type ReadyMethod = 'SMS' | 'EMAIL' | 'PASSKEY'
export type Method = ReadyMethod | 'TOTP'

/** A secret on its way into an authenticator app. */
export interface StartedTotp {
  secret: string
  uri: string
  qr_svg: string
  setup_token: string
}

/** The second step of the signed-in person: how it is set, and the ways to change it. */
export function useTwoFactor() {
  const centre = useCentre()
  const sub = useSub()
  const withSudo = useSudo()
  const queries = useQueryClient()
  const handleError = useErrorHandler()
  const passkey = useAddPasskey()
  const [started, setStarted] = useState<StartedTotp>()
  const [codes, setCodes] = useState<string[]>()

  const state = useQuery({
    queryKey: ['two-factor', sub],
    queryFn: () => centre.twoFactor.state(),
  })
  // With the last method the trusted devices go too.
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['two-factor'] }),
      queries.invalidateQueries({ queryKey: ['trusted-devices'] }),
    ])

  /** The codes come with the first method, and only once. */
  async function enabled(answer: { recovery_codes?: string[] | undefined } | undefined) {
    if (!answer) return
    setStarted(undefined)
    if (answer.recovery_codes) setCodes(answer.recovery_codes)
    await refresh()
  }

  const startTotp = useMutation({
    mutationFn: () => withSudo((sudo_token) => centre.twoFactor.startTotp({ sudo_token })),
    onSuccess: (answer) => answer && setStarted(answer),
    onError: handleError,
  })

  const turnOn = useMutation({
    mutationFn: async (method: ReadyMethod) => {
      const isReady = state.data?.methods.some((one) => one.method === method && one.available)
      // A passkey that is not there yet is made on the way.
      if (method === 'PASSKEY' && !isReady && !(await passkey.add())) return
      return withSudo((sudo_token) => centre.twoFactor.enable({ method, sudo_token }))
    },
    onSuccess: enabled,
    onError: (error, method) => (method === 'PASSKEY' ? passkey.tell(error) : handleError(error)),
  })

  return {
    state,
    startTotp,
    turnOn,
    started,
    leaveTotp: () => setStarted(undefined),
    async confirmTotp(code: string) {
      const { setup_token } = started ?? { setup_token: '' }
      await enabled(
        await withSudo((sudo_token) =>
          centre.twoFactor.confirmTotp({ setup_token, code, sudo_token }),
        ),
      )
    },
    turnOff: (method: Method | 'all') =>
      withSudo(async (sudo_token) => {
        if (method === 'all') await centre.twoFactor.disableAll({ sudo_token })
        else await centre.twoFactor.disable({ method, sudo_token })
        await refresh()
        return true as const
      }),
    renewCodes: () =>
      withSudo(async (sudo_token) => {
        const { recovery_codes } = await centre.twoFactor.renewRecoveryCodes({ sudo_token })
        setCodes(recovery_codes)
        // Not awaited: the codes take the place of the question at once.
        void refresh()
        return true as const
      }),
    codes,
    keptCodes: () => setCodes(undefined),
  }
}

export type TwoFactorFlow = ReturnType<typeof useTwoFactor>

/** Where the server demands a second step, the last method stays. */
export function isKeptOn(error: unknown): boolean {
  return isServiceError(error, 'failed_precondition')
}
