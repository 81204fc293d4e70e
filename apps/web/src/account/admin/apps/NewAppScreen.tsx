import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { SecretDialog } from '../Secret.tsx'
import { useAct } from '../use-act.ts'
import { useAdmin } from '../use-admin.ts'
import { AppForm } from './AppForm.tsx'
import { emptyApp, toAppFields } from './app-draft.ts'

/** Registers an app, and shows its secret this once. */
export function NewAppScreen() {
  const t = useTexts()
  const { apps } = useAdmin()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(emptyApp)
  const register = useAct({
    run: (_: undefined, sudo_token) =>
      apps.register({ ...toAppFields(draft), is_confidential: draft.isConfidential, sudo_token }),
    done: t('admin.app.registered', { name: draft.name.trim() }),
    onError: useErrorHandler(),
  })
  const made = register.data?.result
  return (
    <AdminPage
      title={t('admin.app.register')}
      back={{ to: '/admin/apps', label: t('admin.nav.apps') }}
    >
      <AppForm
        draft={draft}
        onChange={setDraft}
        submitLabel={t('admin.app.register')}
        isBusy={register.isPending}
        onSubmit={() => register.mutate(undefined)}
      >
        <div>
          <Checkbox
            label={t('admin.app.confidential')}
            aria-describedby="confidential-hint"
            checked={draft.isConfidential}
            onChange={(event) => setDraft({ ...draft, isConfidential: event.target.checked })}
          />
          <p id="confidential-hint" className="text-sm text-muted">
            {t('admin.app.confidential.hint')}
          </p>
        </div>
      </AppForm>
      {made ? (
        <SecretDialog
          title={t('admin.app.registered', { name: made.app.name })}
          fields={[
            { label: t('admin.app.id'), value: made.app.id },
            ...(made.client_secret === undefined
              ? []
              : [{ label: t('admin.app.secret'), value: made.client_secret }]),
            {
              label: t('admin.app.discovery'),
              value: `${location.origin}/.well-known/openid-configuration`,
            },
          ]}
          {...(made.client_secret === undefined && { text: t('admin.app.noSecret') })}
          onClose={() =>
            void navigate({
              to: '/admin/apps/$appId',
              params: { appId: made.app.id },
              replace: true,
            })
          }
        />
      ) : null}
    </AdminPage>
  )
}
