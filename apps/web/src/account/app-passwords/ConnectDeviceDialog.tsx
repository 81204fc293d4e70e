import { isServiceError } from '@awan/protocol/errors'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { useCentre } from '../centre/use-centre.ts'
import type { MadeAppPassword } from './made-app-password.ts'
import { guideOf, type Program, programs } from './programs.ts'
import { SignInCode } from './SignInCode.tsx'

/**
 * Everything that a program asks for, with its steps: the address, the user name, and an app password that leaves
 * the page with this dialog.
 */
export function ConnectDeviceDialog({
  userName,
  onMade,
  onClose,
}: {
  userName: string
  onMade: () => void
  onClose: () => void
}) {
  const t = useTexts()
  const centre = useCentre()
  const withSudo = useSudo()
  const messageOf = useErrorMessage()
  const [program, setProgram] = useState<Program>('computer')
  const [made, setMade] = useState<MadeAppPassword>()
  const origin = location.origin
  const guide = guideOf(program, { origin, userName }, t)
  const create = useMutation({
    mutationFn: () =>
      withSudo(async (sudo_token) => {
        setMade(await centre.appPasswords.create({ name: guide.name, sudo_token }))
        onMade()
      }),
  })
  const copy = { copyLabel: t('devices.continue.copy'), copiedLabel: t('error.copied') }

  return (
    <Dialog
      // It steps aside for the proof.
      open={!create.isPending}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('connectDevice.open')}
      closeLabel={t('app.close')}
      isTall
    >
      <div className="flex flex-col gap-5">
        <SelectField
          label={t('connectDevice.program')}
          choices={programs.map((each) => ({
            value: each,
            label: guideOf(each, { origin, userName }, t).name,
          }))}
          value={program}
          onChange={({ target }) => {
            const chosen = programs.find((each) => each === target.value)
            if (chosen) setProgram(chosen)
          }}
        />
        <ol className="list-decimal space-y-2 ps-5 wrap-anywhere marker:text-muted">
          {guide.lines.map((line) => (
            <li key={line} className="ps-1">
              {line}
            </li>
          ))}
        </ol>
        <CopyField
          key={guide.address}
          label={t('connectDevice.addressOf')}
          value={guide.address}
          {...copy}
        />
        {guide.needsNoPassword ? (
          <p className="text-sm text-muted">{t('connectDevice.noPassword')}</p>
        ) : (
          <CopyField label={t('appPasswords.user')} value={userName} {...copy} />
        )}
        {made ? (
          <Made made={made} copy={copy} scans={guide.scans === true} onClose={onClose} />
        ) : guide.needsNoPassword ? null : (
          <div>
            <Button size="large" className="w-full" onClick={() => create.mutate()}>
              {t('connectDevice.create')}
            </Button>
            <p className="mt-2 text-sm text-muted">{t('appPasswords.new.text')}</p>
            <Problem>
              {create.isError
                ? isServiceError(create.error, 'resource_exhausted')
                  ? t('appPasswords.full')
                  : messageOf(create.error)
                : undefined}
            </Problem>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** The focus goes to it: the button that made it is gone. */
function Made({
  made,
  copy,
  scans,
  onClose,
}: {
  made: MadeAppPassword
  copy: { copyLabel: string; copiedLabel: string }
  scans: boolean
  onClose: () => void
}) {
  const t = useTexts()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={t('appPasswords.password')}
      className="flex flex-col gap-5 outline-none"
    >
      <div>
        <CopyField label={t('appPasswords.password')} value={made.password} {...copy} />
        <p className="mt-2 text-sm text-muted">{t('connectDevice.once')}</p>
      </div>
      {scans ? <SignInCode made={made} /> : null}
      <Button onClick={onClose}>{t('appPasswords.kept')}</Button>
    </section>
  )
}
