import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { LinkSettings } from './link-settings.ts'
import { newPassword } from './new-password.ts'

/** Whether a link asks for a password. It is shown while it is chosen: it is to be passed on. */
export function LinkPassword({
  hadPassword,
  settings: { hasPassword, password },
  problem,
  onSet,
}: {
  hadPassword: boolean
  settings: LinkSettings
  problem: string | undefined
  onSet: (change: Partial<LinkSettings>) => void
}) {
  const t = useTexts()
  const announce = useAnnounce()
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        label={t('share.link.set.hasPassword')}
        checked={hasPassword}
        onChange={({ target }) => onSet({ hasPassword: target.checked, password: '' })}
      />
      {hasPassword ? (
        <>
          <TextField
            label={t(hadPassword ? 'share.link.set.newPassword' : 'share.link.set.password')}
            hint={t(
              hadPassword ? 'share.link.set.newPassword.hint' : 'share.link.set.password.hint',
            )}
            error={problem}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={1024}
            value={password}
            onChange={({ target }) => onSet({ password: target.value })}
            trailing={
              password === '' ? undefined : (
                <CopyButton
                  key={password}
                  text={password}
                  label={t('share.link.set.password.copy')}
                  copiedLabel={t('share.link.set.password.copied')}
                />
              )
            }
          />
          <Button
            look="quiet"
            size="small"
            className="self-start"
            onClick={() => {
              onSet({ password: newPassword() })
              announce(t('share.link.set.password.generated'))
            }}
          >
            {t('share.link.set.password.generate')}
          </Button>
        </>
      ) : null}
    </div>
  )
}
