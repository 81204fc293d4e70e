import type { texts as english } from '../en/captcha.ts'

export const texts: Record<keyof typeof english, string> = {
  'captcha.title': 'Satu semakan kecil',
  'captcha.hint': 'Taip aksara dalam gambar, atau digit yang anda dengar.',
  'captcha.picture': 'Gambar dengan beberapa aksara',
  'captcha.another': 'Gambar lain',
  'captcha.hear': 'Dengar sahaja',
  'captcha.code': 'Aksara',
  'captcha.wrong': 'Itu tidak sepadan. Ini gambar baharu.',
  'captcha.check': 'Teruskan',
}
