import type { texts as english } from '../en/captcha.ts'

export const texts: Record<keyof typeof english, string> = {
  'captcha.title': 'Satu pemeriksaan kecil',
  'captcha.hint': 'Ketik karakter di gambar, atau digit yang Anda dengar.',
  'captcha.picture': 'Gambar berisi beberapa karakter',
  'captcha.another': 'Gambar lain',
  'captcha.hear': 'Dengarkan saja',
  'captcha.code': 'Karakter',
  'captcha.wrong': 'Itu tidak cocok. Ini gambar baru.',
  'captcha.check': 'Lanjutkan',
}
