import { RefreshCw, Volume2 } from 'lucide-react'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { DialogFrame } from '../ui/DialogFrame.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { OpenQuestion } from './captcha-desk.ts'
import { usePictureCaptcha } from './use-picture-captcha.ts'

/** The code in a picture, and for those who cannot see it the code in a recording. */
export function CaptchaDialog({ question }: { question: OpenQuestion }) {
  const t = useTexts()
  const captcha = usePictureCaptcha(question)
  const { picture } = captcha
  return (
    <DialogFrame
      open
      onOpenChange={(open) => {
        if (!open) question.leave()
      }}
      title={t('captcha.title')}
      description={t('captcha.hint')}
      closeLabel={t('app.close')}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void captcha.check()
        }}
      >
        {picture ? (
          <img
            src={picture.image}
            alt={t('captcha.picture')}
            width={280}
            height={80}
            className="h-20 w-70 max-w-full self-center rounded-sm border border-line"
          />
        ) : (
          <Skeleton className="h-20 w-70 max-w-full self-center" />
        )}
        {picture?.sound === undefined ? null : (
          // biome-ignore lint/a11y/useMediaCaption: written out, the code would be no question any more
          <audio controls autoPlay src={picture.sound} className="w-full" />
        )}
        <div className="-mt-2 flex flex-wrap justify-center gap-x-2">
          <Button look="plain" size="small" onClick={captcha.another}>
            <RefreshCw aria-hidden="true" className="size-4" strokeWidth={1.75} />
            {t('captcha.another')}
          </Button>
          <Button look="plain" size="small" onClick={captcha.hear}>
            <Volume2 aria-hidden="true" className="size-4" strokeWidth={1.75} />
            {t('captcha.hear')}
          </Button>
        </div>
        <TextField
          label={t('captcha.code')}
          name="captcha"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={captcha.typed}
          onChange={(event) => captcha.type(event.target.value)}
          error={captcha.isWrong ? t('captcha.wrong') : undefined}
        />
        <Button type="submit" size="large" busy={captcha.isBusy}>
          {t('captcha.check')}
        </Button>
      </form>
    </DialogFrame>
  )
}
