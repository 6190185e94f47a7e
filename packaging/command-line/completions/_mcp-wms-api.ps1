
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'mcp-wms-api' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'mcp-wms-api'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'mcp-wms-api' {
            [CompletionResult]::new('--env-file', '--env-file', [CompletionResultType]::ParameterName, 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Profile used when a call names none')
            [CompletionResult]::new('--demo', '--demo', [CompletionResultType]::ParameterName, 'Read the embedded demo warehouse instead of a configured one')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('serve', 'serve', [CompletionResultType]::ParameterValue, 'Serve MCP on stdin and stdout (the default)')
            [CompletionResult]::new('call', 'call', [CompletionResultType]::ParameterValue, 'Make one call and print its answer; exit status 1 if it fails')
            [CompletionResult]::new('tools', 'tools', [CompletionResultType]::ParameterValue, 'List the tools, or explain one')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Try every step of reading a warehouse; exit status 1 if one fails')
            [CompletionResult]::new('simulate', 'simulate', [CompletionResultType]::ParameterValue, 'Run the simulated EasyWMS alone, for trying a profile by hand')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'mcp-wms-api;serve' {
            [CompletionResult]::new('--env-file', '--env-file', [CompletionResultType]::ParameterName, 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Profile used when a call names none')
            [CompletionResult]::new('--demo', '--demo', [CompletionResultType]::ParameterName, 'Read the embedded demo warehouse instead of a configured one')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mcp-wms-api;call' {
            [CompletionResult]::new('--env-file', '--env-file', [CompletionResultType]::ParameterName, 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Profile used when a call names none')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Print rows as a table and facts in lines, for people')
            [CompletionResult]::new('--demo', '--demo', [CompletionResultType]::ParameterName, 'Read the embedded demo warehouse instead of a configured one')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mcp-wms-api;tools' {
            [CompletionResult]::new('--env-file', '--env-file', [CompletionResultType]::ParameterName, 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Profile used when a call names none')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print the definitions that clients get, as JSON')
            [CompletionResult]::new('--demo', '--demo', [CompletionResultType]::ParameterName, 'Read the embedded demo warehouse instead of a configured one')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mcp-wms-api;doctor' {
            [CompletionResult]::new('--env-file', '--env-file', [CompletionResultType]::ParameterName, 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Profile used when a call names none')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Examine every profile, not only the default one')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print the findings as JSON')
            [CompletionResult]::new('--demo', '--demo', [CompletionResultType]::ParameterName, 'Read the embedded demo warehouse instead of a configured one')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mcp-wms-api;simulate' {
            [CompletionResult]::new('--port', '--port', [CompletionResultType]::ParameterName, 'Port on 127.0.0.1; 0 takes a free one')
            [CompletionResult]::new('--scale', '--scale', [CompletionResultType]::ParameterName, 'Multiplies the data')
            [CompletionResult]::new('--env-file', '--env-file', [CompletionResultType]::ParameterName, 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Profile used when a call names none')
            [CompletionResult]::new('--demo', '--demo', [CompletionResultType]::ParameterName, 'Read the embedded demo warehouse instead of a configured one')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mcp-wms-api;completions' {
            [CompletionResult]::new('--env-file', '--env-file', [CompletionResultType]::ParameterName, 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Profile used when a call names none')
            [CompletionResult]::new('--demo', '--demo', [CompletionResultType]::ParameterName, 'Read the embedded demo warehouse instead of a configured one')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mcp-wms-api;help' {
            [CompletionResult]::new('serve', 'serve', [CompletionResultType]::ParameterValue, 'Serve MCP on stdin and stdout (the default)')
            [CompletionResult]::new('call', 'call', [CompletionResultType]::ParameterValue, 'Make one call and print its answer; exit status 1 if it fails')
            [CompletionResult]::new('tools', 'tools', [CompletionResultType]::ParameterValue, 'List the tools, or explain one')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Try every step of reading a warehouse; exit status 1 if one fails')
            [CompletionResult]::new('simulate', 'simulate', [CompletionResultType]::ParameterValue, 'Run the simulated EasyWMS alone, for trying a profile by hand')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'mcp-wms-api;help;serve' {
            break
        }
        'mcp-wms-api;help;call' {
            break
        }
        'mcp-wms-api;help;tools' {
            break
        }
        'mcp-wms-api;help;doctor' {
            break
        }
        'mcp-wms-api;help;simulate' {
            break
        }
        'mcp-wms-api;help;completions' {
            break
        }
        'mcp-wms-api;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
