import { TextField } from '#site/forms/Field.tsx';

interface Props {
  name: string;
  error: string | undefined;
  onChange: () => void;
  onBlur: () => void;
}

/** The e-mail address, which is the name of an account: password managers keep it as such. */
export function EmailField(props: Props) {
  return (
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      {...props}
    />
  );
}
