import type { User } from '@awan/client'
import { isServiceError } from '@awan/protocol/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { useSudo } from '../../session/use-sudo.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'

export type ProfileFields = Parameters<User['update']>[0]

/** Changes the profile, and shows at once what the server made of it. */
export function useSaveProfile() {
  const client = useClient()
  const sub = useSub()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const t = useTexts()
  const withSudo = useSudo()
  return useMutation({
    mutationFn: async (fields: ProfileFields) => {
      try {
        return await client.user.update(fields)
      } catch (error) {
        // Another username needs a proof of who is there, unless they have just signed in.
        if (!isServiceError(error, 'permission_denied')) throw error
        return withSudo((sudo_token) => client.user.update({ ...fields, sudo_token }))
      }
    },
    onSuccess: (profile) => {
      if (profile === undefined) return
      queries.setQueryData(['me', sub], profile)
      announce(t('profile.saved'))
    },
  })
}
