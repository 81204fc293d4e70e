import type { MailTexts } from '../mail-text.ts'

export const ms: MailTexts = {
  code: (code, minutes) => ({
    subject: `Kod Awan anda: ${code}`,
    title: 'Kod pengesahan anda',
    paragraphs: [
      `Masukkan kod ini dalam masa ${minutes} minit. Kod ini sah sekali sahaja.`,
      'Jangan berikan kod ini kepada sesiapa. Jika anda tidak memintanya, abaikan e-mel ini.',
    ],
  }),
  accountExists: () => ({
    subject: 'Anda sudah mempunyai akaun Awan',
    title: 'Anda sudah mempunyai akaun',
    paragraphs: [
      'Seseorang meminta akaun Awan dibuat dengan alamat ini. Akaunnya sudah wujud, jadi tiada apa-apa yang diubah.',
      'Jika itu anda, log masuk dengan kata laluan anda. Jika bukan, abaikan e-mel ini.',
    ],
    action: 'Log masuk',
  }),
  noAccount: () => ({
    subject: 'Tiada akaun Awan untuk alamat ini',
    title: 'Tiada akaun untuk alamat ini',
    paragraphs: [
      'Seseorang meminta kod untuk menggunakan akaun Awan dengan alamat ini, tetapi akaunnya tidak wujud.',
      'Mungkin anda mendaftar dengan alamat lain. Jika itu bukan anda, abaikan e-mel ini.',
    ],
    action: 'Buat akaun',
  }),
  newDevice: () => ({
    subject: 'Log masuk baharu ke akaun Awan anda',
    title: 'Log masuk daripada peranti baharu',
    paragraphs: [
      'Akaun anda digunakan pada peranti yang belum pernah kami lihat.',
      'Jika itu anda, anda tidak perlu berbuat apa-apa. Jika bukan, tukar kata laluan anda sekarang; semua sesi lain akan ditamatkan.',
    ],
    action: 'Buka Awan',
  }),
  passwordChanged: () => ({
    subject: 'Kata laluan Awan anda telah ditukar',
    title: 'Kata laluan anda telah ditukar',
    paragraphs: [
      'Semua sesi lain telah ditamatkan.',
      'Jika itu bukan anda, segera minta bantuan pentadbir Awan ini.',
    ],
  }),
  sessionEnded: () => ({
    subject: 'Satu sesi akaun Awan anda telah ditamatkan',
    title: 'Kami menamatkan satu sesi untuk melindungi anda',
    paragraphs: [
      'Token log masuk yang telah digunakan muncul semula. Token itu mungkin telah disalin, jadi sesinya kami tamatkan.',
      'Sila log masuk semula. Jika ini berulang, tukar kata laluan anda.',
    ],
    action: 'Log masuk',
  }),
  labels: { device: 'Peranti', address: 'Alamat', time: 'Masa' },
  footer: 'E-mel ini dihantar secara automatik oleh Awan; balasannya tidak dibaca.',
}
