import type { texts as english } from '../en/drive-offers.ts'

export const texts: Record<keyof typeof english, string> = {
  'offer.title': '“{name}” 넘겨주기',
  'offer.title.some': '{count, plural, other {항목 #개 넘겨주기}}',
  'offer.text':
    '상대방이 14일 안에 수락하면 소유자가 됩니다. 액세스 권한이 있는 사람은 그대로 유지되고 링크는 종료됩니다.',
  'offer.person': '새 소유자',
  'offer.note': '메시지(선택 사항)',
  'offer.keep': '이후에도 편집할 수 있음',
  'offer.do': '제안',
  'offer.done': '{name}에게 제안했습니다.',
  'offer.one': '계정이 있는 사람을 한 명 선택하세요.',
  'offer.overlap':
    '이미 제안된 항목이거나 상위 폴더 또는 그 안의 항목이 제안되었습니다. 먼저 그 제안을 철회하세요.',
  'offer.limit': '답변을 기다리는 제안이 너무 많습니다. 일부에 답변이 올 때까지 기다리세요.',
  'offer.failed': '{name} 항목을 제안하지 못했습니다. {reason}',
  'offer.open': '답변 대기 중인 제안',
  'offer.gone': '휴지통에 있는 항목',
  'offer.to': '{name}에게, {day}까지',
  'offer.takeBack': '철회',
  'offer.takeBack.of': '{name} 제안 철회',
  'offer.takenBack': '제안을 철회했습니다.',
}
