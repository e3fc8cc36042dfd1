interface Props {
  label: string;
  busy: string;
  pending: boolean;
  /** false while the button can do nothing: before hydration, or before the form is complete. */
  ready?: boolean;
  /** Whether it is `disabled` while pending, as spec §2 says for the checkout, and loses the focus. */
  disables?: boolean;
  className?: string;
  /** Without this handler the button submits its form. */
  onPress?: () => void;
}

/** A button that starts a submission (use-submission.ts). While pending it is `aria-disabled`, which keeps its focus. */
export function SubmitButton(props: Props) {
  const { label, busy, pending, ready = true, disables, className = 'button', onPress } = props;
  return (
    <button
      type={onPress ? 'button' : 'submit'}
      className={className}
      disabled={pending ? disables : !ready}
      aria-disabled={pending || undefined}
      onClick={onPress}
    >
      {pending ? busy : label}
    </button>
  );
}
