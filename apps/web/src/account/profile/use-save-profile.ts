import type { User } from '@awan/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'

export type ProfileFields = Parameters<User['update']>[0]

/** Changes the profile, and shows at once what the server made of it. */
export function useSaveProfile() {
  const client = useClient()
  const sub = useSub()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const t = useTexts()
  return useMutation({
    mutationFn: (fields: ProfileFields) => client.user.update(fields),
    onSuccess: (profile) => {
      queries.setQueryData(['me', sub], profile)
      announce(t('profile.saved'))
    },
  })
}
