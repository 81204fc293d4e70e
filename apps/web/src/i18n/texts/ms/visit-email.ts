import type { texts as english } from '../en/visit-email.ts'

export const texts: Record<keyof typeof english, string> = {
  'visit.email.title': 'Alamat e-mel anda',
  'visit.email.hint':
    'Orang yang meminta fail ingin tahu siapa penghantarnya. Kami menghantar kod untuk mengesahkan alamat anda.',
  'visit.email': 'E-mel',
  'visit.email.empty': 'Taip alamat e-mel anda.',
  'visit.email.wrong': 'Ini tidak kelihatan seperti alamat e-mel.',
  'visit.email.undelivered': 'E-mel tidak dapat dihantar ke alamat ini. Semak alamat itu.',
  'visit.email.send': 'Hantar kod',
  'visit.email.other': 'Gunakan alamat lain',
  'visit.email.noMail':
    'Pelayan ini tidak dapat menghantar e-mel sekarang. Beritahu orang yang menghantar pautan.',
}
