/* Starts the program that its argument names, has it search without end, and closes the pipe that it
   writes to. Prints after how many milliseconds it left, and ends with 1 if it did not. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

#define PATIENCE 300000

static int fail(const char *what)
{
    printf("%s: error %lu\n", what, GetLastError());
    return 1;
}

int main(int argc, char **argv)
{
    static const char commands[] = "timelimit none\nreg_genmove black\n";
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    STARTUPINFOA startup = {.cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION child;
    HANDLE input, output;
    char line[1024], reply[4];
    DWORD count, code, begin;

    if (argc != 2)
        return fail("one program");
    if (!CreatePipe(&startup.hStdInput, &input, &inherited, 0)
        || !CreatePipe(&output, &startup.hStdOutput, &inherited, 0))
        return fail("no pipes");
    SetHandleInformation(input, HANDLE_FLAG_INHERIT, 0);
    SetHandleInformation(output, HANDLE_FLAG_INHERIT, 0);
    startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    snprintf(line, sizeof line, "\"%s\" --game connect4 --book off", argv[1]);
    if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child))
        return fail("not started");
    CloseHandle(startup.hStdInput);
    CloseHandle(startup.hStdOutput);

    if (!WriteFile(input, commands, strlen(commands), &count, NULL))
        return fail("it does not read");
    /* The answer to the first command. */
    if (!ReadFile(output, reply, sizeof reply, &count, NULL))
        return fail("it does not answer");
    Sleep(1000);
    if (WaitForSingleObject(child.hProcess, 0) != WAIT_TIMEOUT)
        return fail("it ended by itself");
    begin = GetTickCount();
    CloseHandle(output);
    if (WaitForSingleObject(child.hProcess, PATIENCE) != WAIT_OBJECT_0) {
        TerminateProcess(child.hProcess, 1);
        return fail("it stays");
    }
    GetExitCodeProcess(child.hProcess, &code);
    printf("%lu ms\n", GetTickCount() - begin);
    return code != 0;
}
