import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'

/** Where there is no room beside the list: over it, at the edge, and on a phone from below. */
export function DetailsSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const t = useTexts()
  const content = useRef<HTMLDivElement>(null)
  return (
    <Primitive.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Primitive.Portal>
        <div
          aria-hidden="true"
          className="fixed inset-0 z-40 touch-none overscroll-contain bg-scrim animate-appear"
        />
        <Primitive.Content
          aria-describedby={undefined}
          // Its first button is not what one came for.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            content.current?.focus()
          }}
          ref={content}
          data-details
          tabIndex={-1}
          className={classNames(
            'fixed z-50 overflow-y-auto overscroll-contain border-line bg-raised shadow-float outline-none',
            'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-lg border-t pb-[env(safe-area-inset-bottom)] animate-slide-up',
            'md:inset-y-0 md:start-auto md:end-0 md:max-h-none md:w-[22rem] md:rounded-none md:border-t-0 md:border-s md:animate-appear',
          )}
        >
          <Primitive.Title className="sr-only">{t('details.label')}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
