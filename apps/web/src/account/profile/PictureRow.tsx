import type { Profile } from '@awan/protocol/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useCentre } from '../centre/use-centre.ts'
import { makeSquare } from './make-square.ts'

export function PictureRow({ me }: { me: Profile }) {
  const t = useTexts()
  const centre = useCentre()
  const queries = useQueryClient()
  const handleError = useErrorHandler()
  const announce = useAnnounce()
  const input = useRef<HTMLInputElement>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const change = useMutation({
    mutationFn: async (file: File | undefined) => {
      if (!file) return centre.profile.removePicture()
      const content = await makeSquare(file)
      return content === undefined ? undefined : centre.profile.setPicture({ content })
    },
    onSuccess: (profile) => {
      setUnreadable(!profile)
      if (!profile) return
      queries.setQueryData(['me', me.sub], profile)
      announce(t('profile.saved'))
    },
    onError: handleError,
  })

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 py-4">
      <Avatar name={me.name} picture={me.picture} size="huge" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <Button look="quiet" busy={change.isPending} onClick={() => input.current?.click()}>
            {t('profile.picture.choose')}
          </Button>
          {me.picture === undefined ? null : (
            <Button look="plain" onClick={() => change.mutate(undefined)}>
              {t('profile.picture.remove')}
            </Button>
          )}
        </div>
        <p className="text-sm text-muted">{t('profile.picture.hint')}</p>
        <Problem>{isUnreadable ? t('profile.picture.unreadable') : undefined}</Problem>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={t('profile.picture')}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file can be chosen again.
          event.target.value = ''
          if (file) change.mutate(file)
        }}
      />
    </div>
  )
}
