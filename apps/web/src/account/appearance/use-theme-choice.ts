import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { themes, useTheme } from '../../ui/theme.ts'

export function useThemeChoice() {
  const t = useTexts()
  const [value, onChoose] = useTheme()
  return {
    label: t('app.theme'),
    value,
    choices: themes.map((theme) => ({ value: theme, label: t(`app.theme.${theme}`) })),
    onChoose,
  }
}
