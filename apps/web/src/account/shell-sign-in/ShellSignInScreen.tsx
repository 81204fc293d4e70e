import { AppWindow } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useShell } from '../../session/ShellProvider.tsx'
import type { Shell } from '../../session/shell.ts'
import { Button } from '../../ui/Button.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { GrantHeading, GrantLayout, GrantSign } from '../grants/GrantLayout.tsx'
import { useShellSignIn } from './use-shell-sign-in.ts'

/** What the page shows while people sign in in a window of the app around it. */
export function ShellSignInScreen() {
  const shell = useShell()
  return shell ? <Window shell={shell} /> : null
}

function Window({ shell }: { shell: Shell }) {
  const t = useTexts()
  const { status, isAnonymous, open, close } = useShellSignIn(shell)
  usePageTitle(t('shell.page'), t('app.name'))
  return (
    <GrantLayout>
      <GrantHeading
        title={t(isAnonymous ? 'shell.title.anonymous' : 'shell.title')}
        picture={<GrantSign icon={AppWindow} look="good" />}
      >
        {isAnonymous ? `${t('shell.anonymous')} ` : null}
        <span role="status">{t(`shell.${status}`)}</span>
      </GrantHeading>
      {status === 'open' ? (
        <Button look="quiet" size="large" onClick={close}>
          {t('shell.close')}
        </Button>
      ) : (
        <Button size="large" busy={status === 'opening'} onClick={open}>
          {t('shell.show')}
        </Button>
      )}
    </GrantLayout>
  )
}
