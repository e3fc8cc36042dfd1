import { TextField } from '#site/forms/Field.tsx';

interface Props {
  name: string;
  error: string | undefined;
  onChange: () => void;
  onBlur: () => void;
}

/** The email address. Password managers store it as the user name. */
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
